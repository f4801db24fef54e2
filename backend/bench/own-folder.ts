import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder that goes when this process ends, also where a signal ends it: without that, a measurement that is broken off leaves a
 * log of gigabytes behind. Servers that write there end by themselves (end-with-parent.ts).
 */
export function ownFolder(prefix: string, within = tmpdir()): string {
  const folder = mkdtempSync(join(within, prefix));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  process.once('SIGTERM', () => process.exit(143));
  process.once('SIGINT', () => process.exit(130));
  return folder;
}
