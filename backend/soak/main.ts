import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../resilience-tests/seeded-random.ts';
import { soak } from './soak.ts';

/**
 * `npm run soak`: hours of a shop's life in minutes; `-- --orders 20000` and so on for other sizes. It says what was done and
 * measured, and fails when something is wrong in the end.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    tools: { type: 'string', default: '50' },
    people: { type: 'string', default: '5000' },
    erasures: { type: 'string', default: '1000' },
    hours: { type: 'string', default: '72' },
    'at-once': { type: 'string', default: '64' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const { random, seed } = seededRandom('SOAK_SEED');
const sizes = {
  orders: Number(values.orders),
  tools: Number(values.tools),
  people: Number(values.people),
  erasures: Number(values.erasures),
  hours: Number(values.hours),
  atOnce: Number(values['at-once']),
};
const folder = await mkdtemp(join(values.folder, 'inventory-soak-'));
console.log(`Soak with SOAK_SEED=${seed}:`, JSON.stringify(sizes));
try {
  const { counts, seen, heap, wrong } = await soak(sizes, { folder, random, say: (line) => console.log(line) });
  console.table(counts);
  console.table(seen);
  console.log(`Heap in use, MB: ${heap.map(Math.round).join(' ')}`);
  for (const what of wrong) console.log(`WRONG: ${what}`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}
