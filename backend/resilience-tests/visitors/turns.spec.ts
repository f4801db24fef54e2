import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { madeEmail, madePassword, makeLog } from '../../bench/logs/made-log.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { type ApiClient, signIn } from '../../testing/api-client.ts';
import { asOften } from '../../testing/as-often.ts';
import { rawConnection } from '../../testing/clients/raw-connection.ts';
import { openKeptData } from '../../testing/logs/kept-data.ts';
import { watchLoop } from '../../testing/measuring/loop-silence.ts';
import { type RunningShop, startShop } from '../../testing/running-shop.ts';
import { writeMuchToList } from './much-to-list.ts';

/** Milliseconds of the processor that one call may keep the event loop. */
const longest = 50;
const many = { tools: asOften(5_000, 20_000), reviews: 2_000, orders: asOften(1_500, 3_000), people: 1_100 };

let shop: RunningShop;
let admin: ApiClient;
let buyer: ApiClient;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'turns-'));
  await makeLog({ dataDir, ...many, tools: 100, paid: 0.5 });
  const kept = await openKeptData(dataDir);
  await writeMuchToList(kept.store, many);
  await kept.close();
  shop = await startShop({ DATA_DIR: dataDir, SEED: 'demo' });
  admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  buyer = await signIn(shop.origin, madeEmail(1), madePassword);
});
afterAll(() => shop.end());

type Who = 'nobody' | 'admin' | 'buyer';

/** Calls whose answers are as long as they can be, and who makes them. */
const calls: readonly (readonly [path: string, as: Who])[] = [
  ['/tool', 'nobody'],
  ['/tool?sort=-Available', 'nobody'],
  ['/tool?search=words', 'nobody'],
  ['/tool?search=words&sort=-PerPrice', 'nobody'],
  ['/tool?search=w&sort=Available', 'nobody'],
  ['/tool?search=wrods%20toll%20wodrs%20tolo%20wosrd%20qord%20eords%20wordq%20worda%20wordb', 'nobody'],
  ['/reviews', 'nobody'],
  ['/openapi.json', 'nobody'],
  ['/user', 'admin'],
  ['/user?with=orders', 'admin'],
  ['/user?q=person', 'admin'],
  ['/user?role=admin', 'admin'],
  ['/booking', 'admin'],
  ['/booking?status=paid', 'admin'],
  ['/booking?q=person&status=paid', 'admin'],
  ['/products', 'admin'],
  ['/products?search=words&sort=-PerPrice', 'admin'],
  ['/products/export', 'admin'],
  ['/orders/export', 'admin'],
  ['/tool/facets', 'nobody'],
  ['/orders/counts', 'admin'],
  ['/history', 'admin'],
  ['/orders/days', 'admin'],
  ['/orders/tools', 'admin'],
  ['/refunds/failed', 'admin'],
  ['/me/export', 'buyer'],
  ['/me/sessions', 'buyer'],
  [`/booking?personEmail=${encodeURIComponent(madeEmail(1))}`, 'buyer'],
];

describe(`a shop with ${many.tools} tools, ${many.reviews} reviews and ${many.orders} orders`, () => {
  it.each(calls)('keeps nobody else waiting for 50 ms when it answers %s to %s', async (path, as) => {
    await silenceOf(path, as); // Of code that was never run before nothing is known.
    let least = Number.POSITIVE_INFINITY;
    // Who collects garbage for all comes when they like.
    for (let tries = 0; tries < 5 && least >= longest; tries++) least = Math.min(least, await silenceOf(path, as));
    expect(least).toBeLessThan(longest);
  });
});

/** Milliseconds that the event loop stood still the longest while a call was answered; what was answered is not looked at. */
async function silenceOf(path: string, as: Who): Promise<number> {
  const token = as === 'nobody' ? undefined : { admin, buyer }[as].token;
  const connection = await rawConnection(shop.origin);
  const answer = connection.rest();
  const loop = watchLoop();
  const headers = [
    'Host: shop',
    'Accept-Encoding: gzip',
    'Connection: close',
    ...(token ? [`Authorization: Bearer ${token}`] : []),
  ];
  connection.write(`GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  expect((await answer).slice(0, 'HTTP/1.1 200'.length)).toBe('HTTP/1.1 200');
  return loop.stop()[0] ?? 0;
}
