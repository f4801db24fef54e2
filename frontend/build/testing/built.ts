import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const packages = join(import.meta.dirname, '../../../node_modules');

/**
 * The code that comes of a module, as it is before it is made small.
 * @param used the module's text
 * @param options.root an empty folder to write it to
 * @param options.packages that it imports: from its folder they would not be found
 * @param options.external what stays outside
 */
export async function built(
  used: string,
  plugins: Plugin[],
  options: { root: string; packages: Readonly<Record<string, string>>; external?: string[] },
): Promise<string> {
  const { root } = options;
  writeFileSync(join(root, 'entry.js'), used);
  const alias = Object.entries(options.packages).map(([find, file]) => ({
    find: new RegExp(`^${find}$`),
    replacement: join(packages, file),
  }));
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins,
    resolve: { alias },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(root, 'entry.js'), formats: ['es'], cssFileName: 'styles' },
      rolldownOptions: { external: options.external ?? [] },
    },
  });
  return [result]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .map((one) => (one.type === 'chunk' ? one.code : ''))
    .join();
}
