import { ownFolder } from '../bench/own-folder.ts';
import { seededRandom } from '../resilience-tests/kills/seeded-random.ts';
import { saidArguments } from '../runtime/processes/said-arguments.ts';
import { soak } from './soak.ts';
import { soakArguments } from './soak-arguments.ts';

const help = `
npm run soak
Hours of a shop's life in minutes. It says what was done and measured, and fails when something is wrong in the end.

  --orders <count>      (1000000)
  --tools <count>       (50)
  --people <count>      (5000)
  --erasures <count>    how many of them are forgotten (1000)
  --hours <count>       of the shop's time (72)
  --at-once <count>     calls side by side (64)
  --folder <folder>     where its files are made, and deleted in the end

SOAK_SEED has it do the same again.
`;

const { sizes, folder: within } = saidArguments(help, soakArguments);
const { random, seed } = seededRandom('SOAK_SEED');
const folder = ownFolder('inventory-soak-', within);
console.log(`Soak with SOAK_SEED=${seed}:`, JSON.stringify(sizes));
const { counts, seen, heap, wrong } = await soak(sizes, { folder, random, say: (line) => console.log(line) });
console.table(counts);
console.table(seen);
console.log(`Heap in use, MB: ${heap.map(Math.round).join(' ')}`);
for (const what of wrong) console.log(`WRONG: ${what}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
