import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { startShop } from '../testing/running-shop.ts';
import { endWithParent } from './end-with-parent.ts';
import { watchCondition } from './figures/say-condition.ts';

/** Microseconds between two samples of the profiler. */
const sampleEvery = 250;

/**
 * The whole shop as a process of its own, with the settings of the environment; tells its parent where it is. Asked how it
 * is, it says what it has spent; asked what it keeps, it forgets first what nobody can reach (with --expose-gc).
 */
const settings = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
const shop = await startShop(Object.fromEntries(settings));
const condition = watchCondition();
const inspector = new Session();
endWithParent(() => shop.close());
process.send?.(shop.origin);
process.on('message', (question) => {
  const file = /^profile to (.*)$/.exec(String(question))?.[1];
  if (file !== undefined) return void endProfile(file);
  if (question === 'begin to profile') return void beginProfile();
  if (question === 'what do you keep?') globalThis.gc?.();
  process.send?.(condition());
});

async function beginProfile() {
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.setSamplingInterval', { interval: sampleEvery });
  await inspector.post('Profiler.start');
  process.send?.('begun');
}

async function endProfile(file: string) {
  const { profile } = await inspector.post('Profiler.stop');
  inspector.disconnect();
  await writeFile(file, JSON.stringify(profile));
  process.send?.('written');
}
