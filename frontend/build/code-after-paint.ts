import type { Plugin } from 'vite';

const codeTag = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>\s*/g;
const preloadTag = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>\s*/g;

/**
 * Takes the page's modules out of its text, and tells the script that runs first (public/start.js) where they are: it asks
 * for them once something is painted.
 */
export function codeAfterPaint(): Plugin {
  return {
    name: 'code-after-paint',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return;
        const html = String(page.source);
        const code = [...html.matchAll(codeTag)].map(([, address]) => address);
        const preloaded = [...html.matchAll(preloadTag)].map(([, address]) => address);
        if (code.length === 0) throw new Error('The page has no code.');
        const opening = `<script src="/start.js" data-code="${code.join(' ')}" data-preload="${preloaded.join(' ')}">`;
        page.source = html
          .replaceAll(codeTag, '')
          .replaceAll(preloadTag, '')
          .replace('<script src="/start.js">', opening);
      },
    },
  };
}
