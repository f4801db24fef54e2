import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';

/** A new folder that goes away with the test: with `test`, where several run side by side. */
export function temporaryFolder(test: Pick<TestContext, 'onTestFinished'> = { onTestFinished }): string {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
