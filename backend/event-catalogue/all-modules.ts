import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Module } from '../../modules/kernel/module.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { openModules } from '../operator/open-modules.ts';
import { readConfig } from '../start/settings/config.ts';

/** Calls something with the modules as a shop has them, in which nothing has happened. */
export async function withAllModules<Result>(work: (modules: readonly Module[]) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'inventory-'));
  await openSqliteEventStore({ file: join(dataDir, 'events.db') }).close();
  const wired = await openModules(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', SEED: 'none' }));
  try {
    return await work(wired.modules);
  } finally {
    await wired.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
