import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** The file of this name beside this one, as a literal for the text of another. */
export const ours = (file: string): string => JSON.stringify(join(import.meta.dirname, file));

type Run = {
  readonly said: string;
  readonly status: number | null;
  /** The text of each file that stands beside the specs then, and did not before. */
  readonly left: ReadonlyMap<string, string>;
};

/**
 * A run of its own, of some specs and a vitest.config.mjs: the text of each file by its path.
 * @param args said to vitest
 */
export function vitestRun(files: Readonly<Record<string, string>>, args: readonly string[] = []): Run {
  const folder = mkdtempSync(join(root, 'node_modules/.vitest-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [vitest, 'run', '--root', folder, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: 120_000,
  });
  const beside = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && !(entry.name in files),
  );
  const left = new Map(beside.map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')]));
  return { said: stdout + stderr, status, left };
}
