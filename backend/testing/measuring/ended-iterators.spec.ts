import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LogBatch } from '../../../modules/kernel/event-store.ts';
import { nextOf } from '../../event-store/contract/some-events.ts';

const root = join(import.meta.dirname, '../../..');
const takesAnEndForNothingYet = /await [\w.]+\.next\(\)\)\.value\?\./;

it('no spec takes what has ended for what has nothing yet: asked in a loop, it would be asked for ever, and nobody else have a turn', () => {
  const specs = globSync('{backend,modules,frontend}/**/*.spec.{ts,tsx}', { cwd: root });
  expect(specs.filter((spec) => takesAnEndForNothingYet.test(readFileSync(join(root, spec), 'utf8')))).toEqual([]);
});

it('the next events of a subscription that has ended are none, and it says so', async () => {
  async function* batches(): AsyncGenerator<LogBatch, void> {
    yield { events: [], position: 1n, caughtUp: true };
  }
  const following = batches();
  expect(await nextOf(following)).toEqual([]);
  await expect(nextOf(following)).rejects.toThrow('The subscription has ended.');
});
