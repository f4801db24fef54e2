import { expect, it } from 'vitest';
import { seededRandom } from '../resilience-tests/kills/seeded-random.ts';
import { asOften } from '../testing/as-often.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { soak } from './soak.ts';

/** The short form of `npm run soak`: of fewer orders, some draw would leave out what happens to one in a hundred. */
const sizes = { orders: asOften(300, 1_200), tools: 50, people: 60, erasures: 20, hours: 72, atOnce: 64 };

it('days of a shop’s life leave no money, no piece and no document out of place', async () => {
  const { random, seed } = seededRandom('SOAK_SEED');
  const said: string[] = [];
  const { counts, seen, wrong } = await soak(sizes, {
    folder: temporaryFolder(),
    random,
    say: (line) => said.push(line),
  });
  expect(wrong, `SOAK_SEED=${seed}`).toEqual([]);
  // Nothing of it is worth anything unless all of it happened.
  const happened = ['payments', 'refunds asked for', 'refunds by hand', 'disputes won', 'disputes lost', 'deleted'];
  for (const what of [...happened, 'never paid', 'pages left open', 'people forgotten'])
    expect(counts[what], what).toBeGreaterThan(0);
  for (const what of ['expired', 'messages lost', 'pieces back']) expect(Number(seen[what]), what).toBeGreaterThan(0);
  expect(said.filter((line) => line.startsWith('restarted')).length).toBeGreaterThan(2);
}, 480_000);
