import { Agent, get } from 'node:http';
import { pause } from '../runtime/time/pause.ts';
import { endWithParent } from './end-with-parent.ts';
import type { Measured } from './figures/figure.ts';
import { spreadOf } from './figures/quantiles.ts';

/**
 * People who read one page, each again 5 ms after they have it: in a process of their own, so that what they wait for is the
 * server alone. Says when it is asked how it was since it was asked last. Arguments: the address, and how many they are.
 */
const [url = '', count = '4'] = process.argv.slice(2);
const betweenTwo = 5;
const agent = new Agent({ keepAlive: true });
let took: number[] = [];
let failed = 0;
let since = performance.now();

function read(): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error('no answer'))));
      response.on('error', reject);
    }).on('error', reject);
  });
}

async function readOn(): Promise<void> {
  for (;;) {
    const from = performance.now();
    await read().then(
      () => took.push(performance.now() - from),
      () => failed++,
    );
    await pause(betweenTwo);
  }
}

process.on('message', () => {
  const perSecond = took.length / ((performance.now() - since) / 1_000);
  process.send?.({ answers: took.length, perSecond, ...spreadOf(took), failed } satisfies Measured);
  [took, failed, since] = [[], 0, performance.now()];
});
endWithParent();
process.send?.('here');
for (let n = 0; n < Number(count); n++) void readOn();
