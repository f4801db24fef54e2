import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'vite';

const run = promisify(execFile);
const longestMs = 60_000;

/**
 * Draws the first screens of pages at the build, with the pages' own code, and leaves them beside the page for the server to
 * put in (backend/http/page.ts). A picture that nobody can press yet: the shop's code takes its place, and draws the same.
 * @param entry of the code that draws, from Vite's root
 */
export function firstScreens(entry: string): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'first-screens',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const drawer = resolve(root, '../node_modules/.cache/first-screens');
      await build({
        root,
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        ssr: { noExternal: true },
        build: {
          ssr: join(root, entry),
          outDir: drawer,
          emptyOutDir: true,
          rolldownOptions: { output: { entryFileNames: 'draw.mjs' } },
        },
      });
      const parameters = [join(import.meta.dirname, 'draw.ts'), join(drawer, 'draw.mjs')];
      await run(process.execPath, [...parameters, join(outDir, '.first-screens.json')], { timeout: longestMs });
    },
  };
}
