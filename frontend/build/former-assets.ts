import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Keeps the assets of former builds for so many days. Their names carry a hash of their content, so that they are in nobody's
 * way, and a shop that runs on the build before, or a tab that was opened then, still finds what its page names. Without
 * this, a build would take the pages of a running shop apart.
 */
export function formerAssets(days: number): Plugin {
  let assets = '';
  return {
    name: 'former-assets',
    apply: 'build',
    config: () => ({ build: { emptyOutDir: false } }),
    configResolved({ root, build }) {
      assets = resolve(root, build.outDir, build.assetsDir);
    },
    writeBundle: () => sweep(assets, Date.now() - days * 86_400_000),
  };
}

/** Removes files that were written last before a moment, in milliseconds since the Unix epoch. */
async function sweep(folder: string, before: number): Promise<void> {
  const names = await readdir(folder);
  const old = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs < before));
  await Promise.all(names.filter((_, index) => old[index]).map((name) => rm(join(folder, name))));
}
