import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log } from '../runtime/log.ts';
import { readConfig } from './config.ts';
import { openShop } from './shop.ts';

const backend = join(import.meta.dirname, '..');

/**
 * Opens a shop of its own on an empty folder, and loads what is run in threads, so that all of it is compiled into the folder
 * that NODE_COMPILE_CACHE names. The shop that is started after this needs no compiler of TypeScript, which would stay in its
 * memory for good, in each thread.
 */
export async function compileAhead(log: Log): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'compiled-'));
  try {
    const shop = await openShop(readConfig({ DATA_DIR: folder, PORT: '0' }), log);
    await shop.close();
    // Without anything to work on most of them end at once with an error; where one writes, it is there.
    process.chdir(folder);
    for (const script of globSync('**/*-thread.ts', { cwd: backend })) {
      await import(pathToFileURL(join(backend, script)).href).catch(() => undefined);
    }
    flushCompileCache();
  } finally {
    process.chdir(backend);
    rmSync(folder, { recursive: true });
  }
}
