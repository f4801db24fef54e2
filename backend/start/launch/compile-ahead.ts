import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log } from '../../runtime/logging/log.ts';
import { readConfig } from '../settings/config.ts';
import { openShop } from '../shop.ts';

const root = join(import.meta.dirname, '../../..');
const backend = join(root, 'backend');

/** How a file says that it loads another once that is needed. */
const onceNeeded = /\bimport\('(\.[^']+\.ts)'\)/g;
/** Files that no shop loads, and the one that is waiting for this. */
const notOfShop = /^backend\/((operator|testing|bench|soak|doubles)\/|main\.ts$)|\.spec\.ts$/;

/**
 * Opens a shop of its own on an empty folder, and loads what is run in threads or once it is needed, so that all of it is
 * compiled into the folder that NODE_COMPILE_CACHE names. The shop that is started after this needs no compiler of TypeScript,
 * which would stay in its memory for good, in each thread.
 */
export async function compileAhead(log: Log): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'compiled-'));
  try {
    const shop = await openShop(readConfig({ DATA_DIR: folder, PORT: '0' }), log);
    await shop.close();
    // Without anything to work on most of them end at once with an error; where one writes, it is there.
    process.chdir(folder);
    const threads = globSync('**/*-thread.ts', { cwd: backend }).map((path) => join(backend, path));
    for (const script of [...threads, ...loadedLater()]) {
      await import(pathToFileURL(script).href).catch(() => undefined);
    }
    flushCompileCache();
  } finally {
    process.chdir(backend);
    rmSync(folder, { recursive: true });
  }
}

function loadedLater(): Set<string> {
  const sources = globSync('{backend,modules}/**/*.ts', { cwd: root }).filter((path) => !notOfShop.test(path));
  return new Set(
    sources.flatMap((path) => {
      const named = readFileSync(join(root, path), 'utf8').matchAll(onceNeeded);
      return Array.from(named, ([, file = '']) => join(root, dirname(path), file));
    }),
  );
}
