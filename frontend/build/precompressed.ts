import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Not the page, which is another for every answer. */
const compressible = /\.(js|css|svg|json)$/;

/** Below this many bytes a compressed answer saves nothing: headers are as large as the body. */
const worthwhile = 512;

/** Writes `.br` and `.gz` beside every text file of the build, so that the server never compresses while serving. */
export function precompressed(): Plugin {
  let outDir = '';
  return {
    name: 'precompressed',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    // Not `closeBundle`, which comes of a build that failed as well: what it lacks would be said in the place of why.
    async writeBundle() {
      const files = await readdir(outDir, { recursive: true, withFileTypes: true });
      for (const file of files) {
        if (file.isFile() && compressible.test(file.name)) await compress(join(file.parentPath, file.name));
      }
    },
  };
}

async function compress(path: string): Promise<void> {
  if (await isDone(path)) return;
  const content = await readFile(path);
  if (content.byteLength < worthwhile) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength };
  await writeFile(`${path}.br`, await brotli(content, { params }));
  await writeFile(`${path}.gz`, await gzipped(content, { level: constants.Z_BEST_COMPRESSION }));
}

/** An asset of the build before is there with its compressed forms, and its name says that its content is the same. */
async function isDone(path: string): Promise<boolean> {
  const compressed = await stat(`${path}.br`).catch(() => undefined);
  return compressed !== undefined && compressed.mtimeMs >= (await stat(path)).mtimeMs;
}
