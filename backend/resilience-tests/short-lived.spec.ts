import { expect, it, onTestFinished } from 'vitest';
import { underLoad } from '../bench/load.ts';
import { samplesIn } from '../testing/metrics.ts';
import { productionSettings, startShopProcess } from '../testing/shop-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const calls = 40_000;
/**
 * Bytes of a call that may come to the old generation. It is 100 to 110; 270 to 310 where sets have each call for a while, whose tables lead from one to
 * the next; and 5,800, which is all that a call makes, where something of it is born there (docs/decisions/0099).
 */
const most = 200;

it('next to nothing of a call outlives it', async () => {
  const shop = await startShopProcess(await productionSettings({ DATA_DIR: temporaryFolder(), SEED: 'demo' }));
  onTestFinished(async () => void (await shop.end('SIGTERM')));
  const url = `${shop.origin}/tool?limit=10`;
  const oldGeneration = async () => {
    const samples = samplesIn(await (await fetch(`${shop.origin}/metrics`)).text());
    const used = samples.find(
      ({ name, labels }) => name === 'nodejs_heap_space_size_used_bytes' && labels.space === 'old',
    );
    return used?.value ?? Number.NaN;
  };
  // Until all is compiled.
  expect((await underLoad({ url }, { calls: 20_000 })).failed).toBe(0);
  const asked = underLoad({ url }, { calls });
  let isOver = false;
  void asked.finally(() => {
    isOver = true;
  });
  let [before, grown] = [await oldGeneration(), 0];
  while (!isOver) {
    const now = await oldGeneration();
    grown += Math.max(0, now - before); // It is less where it was collected meanwhile.
    before = now;
  }
  expect((await asked).failed).toBe(0);
  expect(grown / calls).toBeLessThan(most);
});
