import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';

const codeTag = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>\s*/g;
const preloadTag = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>\s*/g;

/**
 * Takes the page's modules out of its text, and tells the script that runs first (public/begin.js) where they are: it asks
 * for them once something is painted.
 */
export function codeAfterPaint(): Plugin {
  let script = '';
  return {
    name: 'code-after-paint',
    apply: 'build',
    enforce: 'post',
    configResolved({ root, build }) {
      script = join(root, build.outDir, 'begin.js');
    },
    /** Vite leaves public files as they are, and every first visit waits for this one. */
    async writeBundle() {
      const { code } = await minify(script, await readFile(script, 'utf8'));
      await writeFile(script, code);
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return;
        const html = String(page.source);
        const code = [...html.matchAll(codeTag)].map(([, address]) => address);
        const preloaded = [...html.matchAll(preloadTag)].map(([, address]) => address);
        if (code.length === 0) throw new Error('The page has no code.');
        const opening = `<script src="/begin.js" data-code="${code.join(' ')}" data-preload="${preloaded.join(' ')}">`;
        page.source = html
          .replaceAll(codeTag, '')
          .replaceAll(preloadTag, '')
          .replace('<script src="/begin.js">', opening);
      },
    },
  };
}
