import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, type TestContext } from 'vitest';
import { callsInFlight } from '../../start/serving/calls-in-flight.ts';
import { ApiClient } from '../../testing/api-client.ts';
import { HttpBrowser } from '../../testing/clients/http-browser.ts';
import { startShop } from '../../testing/running-shop.ts';

/** As many as one address may call in a minute, but for a few; more than are carried out at once. */
const calls = callsInFlight.atOnce + 40;

/** An issuer that hangs as soon as it is asked for what comes behind its address so; gone after the test. */
async function issuerThatHangsAt(path: string, { onTestFinished }: TestContext) {
  let hanging = 0;
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith(path)) return void hanging++;
    const says = { issuer: address, authorization_endpoint: `${address}/auth`, token_endpoint: `${address}/token` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(says));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, hanging: () => hanging, hangUp: () => server.closeAllConnections() };
}

// Side by side: they wait for longer than they work.
it.concurrent.for([
  ['begins to sign in', '/.well-known', '/identity/google'],
  ['comes back from it', '/token', '/identity/google/callback'],
] as const)(
  'while the issuer hangs, who %s again and again keeps nobody from reading',
  async ([, path, call], test) => {
    const issuer = await issuerThatHangsAt(path, test);
    const settings = { OIDC_ISSUER: issuer.address, GOOGLE_CLIENT_ID: 'shop', GOOGLE_CLIENT_SECRET: 'secret' };
    const shop = await startShop(settings);
    test.onTestFinished(() => shop.end());
    const [browser, visitor] = [new HttpBrowser(), new ApiClient(shop.origin)];
    const begun = call.endsWith('/callback') ? await browser.call(`${shop.origin}/identity/google`) : undefined;
    const state = new URL(begun?.headers.get('location') ?? shop.origin).searchParams.get('state');
    const address = `${shop.origin}${call}${state ? `?${new URLSearchParams({ state, code: 'any' })}` : ''}`;

    let answered = 0;
    const pressing = Array.from({ length: calls }, async () => {
      const reply = await browser.call(address).catch(() => undefined);
      answered += 1;
      return reply?.headers.get('location');
    });
    // For all others there was no place.
    await test.expect.poll(() => answered).toBeGreaterThanOrEqual(calls - callsInFlight.atOnce);
    for (let n = 0; n < 5; n++) expect((await visitor.get('/reviews')).status).toBe(200);
    expect(issuer.hanging()).toBeGreaterThan(0);
    issuer.hangUp();
    expect(new Set(await Promise.all(pressing))).toEqual(new Set(['/login?google=away']));
  },
);
