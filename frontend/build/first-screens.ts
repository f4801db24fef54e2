import { execFile } from 'node:child_process';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin, type Rolldown } from 'vite';
import { icons } from './icons.ts';

const run = promisify(execFile);
const longestMs = 60_000;

/**
 * Draws the first screens of pages at the build, with the pages' own code, and leaves them beside the page for the server to
 * put in (backend/http/pages/page.ts). A picture that nobody can press yet: the shop's code takes its place, and draws the same.
 * The page asks for the styles of what is drawn, which otherwise come with its code.
 * @param entry of the code that draws, from Vite's root
 * @param code by pages, the modules of which styles are needed, from Vite's root
 */
export function firstScreens(entry: string, code: Readonly<Record<string, readonly string[]>>): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'first-screens',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    async writeBundle(_options, bundle) {
      const styles: Record<string, string[]> = {};
      for (const [page, modules] of Object.entries(code)) {
        styles[page] = stylesOf(
          modules.map((module) => join(root, module)),
          bundle,
        );
      }
      const drawer = resolve(root, '../node_modules/.cache/first-screens');
      await build({
        root,
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        plugins: [icons()],
        ssr: { noExternal: true },
        build: {
          ssr: join(root, entry),
          outDir: drawer,
          emptyOutDir: true,
          rolldownOptions: { output: { entryFileNames: 'draw.mjs' } },
        },
      });
      const picture = join(drawer, 'screens.json');
      const parameters = [join(import.meta.dirname, 'draw.ts'), join(drawer, 'draw.mjs'), picture];
      await run(process.execPath, parameters, { timeout: longestMs });
      const drawn = Object.entries<object>(JSON.parse(await readFile(picture, 'utf8')));
      const whole = drawn.map(([page, screens]) => [page, { styles: styles[page] ?? [], screens }]);
      // In one step: a shop that starts meanwhile reads what was there, or all of it.
      const beside = join(outDir, '.first-screens.new');
      await writeFile(beside, JSON.stringify(Object.fromEntries(whole)));
      await rename(beside, join(outDir, '.first-screens.json'));
    },
  };
}

/** Where the styles of these modules' chunks are, and of what those import; without those that the page has anyway. */
function stylesOf(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const found = new Set<string>();
  const seen = new Set<Rolldown.OutputChunk>();
  const take = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || seen.has(chunk)) return;
    seen.add(chunk);
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(`/${css}`);
    for (const name of chunk.imports) take(chunks.find(({ fileName }) => fileName === name));
  };
  for (const module of modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
    if (!chunk) throw new Error(`There is no chunk of ${module}, of which a first screen is drawn.`);
    take(chunk);
  }
  const page = bundle['index.html'];
  const html = page?.type === 'asset' ? String(page.source) : '';
  return [...found].filter((css) => !html.includes(css));
}
