import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { asOften } from '../../../backend/testing/as-often.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import type { HistoryEntry } from '../../../modules/audit/contract.ts';
import { type Account, admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { order, paidOrder } from '../buying/orders.ts';
import { violationsOn } from '../looks/axe.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';

const visits = browserFixture();
const history = { path: '/dashboard/history', heading: 'History' };
const calls = /\/history(\/|\?|$)/;
const isCall = (url: URL) => url.pathname.startsWith('/history');

/** The accounts that were opened, as the history calls them. */
async function accountsIn({ api }: Account): Promise<string[]> {
  const { body } = await api.get<HistoryEntry[]>('/history?type=AccountOpened');
  return body.flatMap(({ entity }) => entity ?? []);
}

/** What the log holds and nobody is shown: ids of sessions and keys, what is sealed, digests; and the shop's own keys. */
function secretsIn(dataDir: string): string[] {
  const log = new DatabaseSync(join(dataDir, 'events.db'), { readOnly: true });
  const rows = log.prepare('SELECT stream, data, meta FROM events').all();
  log.close();
  const ofEvents = rows.flatMap(({ stream, data, meta }) => {
    const [, withheld] = /^(?:session|subject-key)-(.*)$/.exec(String(stream)) ?? [];
    const { sealed, digest, keyId } = JSON.parse(String(data));
    const isOfKeys = String(stream).startsWith('subject-key-');
    // Keys of people are known by their people's uids, which are in every address.
    return [isOfKeys ? undefined : withheld, sealed, digest, keyId, JSON.parse(String(meta)).fingerprint];
  });
  const keys = readFileSync(join(dataDir, 'identity-keys.json'), 'utf8').match(/"[\w+/=-]{20,}"/g) ?? [];
  return [...ofEvents.filter((secret) => typeof secret === 'string'), ...keys.map((key) => key.slice(1, -1))];
}

describe('the history', () => {
  thoroughly('says that it is being prepared, and comes by itself once it is', async () => {
    const page = await visits.openPage({ signedInAs: await admin(visits.origin), expected: [/status of 503/] });
    await page.route(isCall, (route) =>
      route.fulfill({
        status: 503,
        headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '1' },
        body: JSON.stringify({
          type: '/problems/being-prepared',
          title: 'Service Unavailable',
          status: 503,
          detail: 'The history is being indexed, and is so as of position 12 by now.',
        }),
      }),
    );
    for (const [path, come] of [
      ['/dashboard/history/order-counts', undefined],
      ['/dashboard/history', 'Events'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'The history is being prepared' }).waitFor();
      await page.getByText('as of position 12 by now').waitFor();
      expect(await violationsOn(page)).toEqual([]);
      if (!come) continue;
      await page.unroute(isCall);
      await page.getByRole('list', { name: come }).waitFor();
      await page.getByRole('heading', { name: 'The history is being prepared' }).waitFor({ state: 'detached' });
    }
  });

  thoroughly('says that it cannot be fetched, and stays as it was shown in an outage', async () => {
    const page = await visits.openPage({ signedInAs: await admin(visits.origin), expected: [/ERR_FAILED/] });
    await page.route(isCall, (route) => route.abort());
    await page.goto('/dashboard/history');
    await page.getByRole('heading', { name: 'The history could not be fetched' }).waitFor();
    await page.unroute(isCall);
    await page.getByRole('button', { name: 'Try again' }).click();
    const list = page.getByRole('list', { name: 'Events' });
    await list.waitFor();
    await page.route(isCall, (route) => route.abort());
    await order(await newcomer(visits.origin, 'Olaf Outage'), 'Claw Hammer 16 oz', 1);
    await page.waitForRequest((request) => calls.test(request.url()));
    expect(await list.isVisible()).toBe(true);
  });

  it('is for admins, and gone from who is none any more', async () => {
    const chief = await admin(visits.origin);
    const helper = await newcomer(visits.origin, 'Hedda Helper');
    const expected = [/status of 403/];
    const page = await visits.openPage({ signedInAs: helper, expected });
    await show(page, { path: '/dashboard', heading: 'Orders Info' });
    expect(await page.getByRole('link', { name: 'History' }).count()).toBe(0);
    for (const screen of [
      history,
      { path: '/dashboard/history/order-counts', heading: 'As it was' },
      { path: '/dashboard/history/why/5', heading: 'Causes and effects' },
    ]) {
      await show(page, screen);
      await page.getByRole('heading', { name: 'Only admins are shown the history' }).waitFor();
    }
    await chief.api.put(`/user/admin/${helper.user.email}`);
    await show(page, history);
    await page.getByRole('list', { name: 'Events' }).waitFor();
    await chief.api.delete(`/user/admin/${helper.user.email}`);
    await page.getByRole('heading', { name: 'Only admins are shown the history' }).waitFor();
    expect(await page.getByRole('list', { name: 'Events' }).count()).toBe(0);
  });

  thoroughly('brings nothing to the browser that opens anything', async () => {
    const chief = await admin(visits.origin);
    const buyer = await newcomer(visits.origin, 'Sven Secret');
    await paidOrder(buyer, 'Claw Hammer 16 oz');
    await buyer.api.post('/identity/password', { password: buyer.password, newPassword: 'another good one 7' });
    const page = await visits.openPage({ signedInAs: chief, expected: [/status of 404/] });
    const bodies: string[] = [];
    await page.route(isCall, async (route) => {
      const response = await route.fetch();
      bodies.push(await response.text());
      await route.fulfill({ response });
    });
    await show(page, history);
    const positions = await page.locator('summary', { hasText: /^Event/ }).allTextContents();
    for (const event of positions.slice(0, asOften(3, 10)))
      await show(page, { path: `/dashboard/history/why/${event.slice(6)}`, heading: 'Causes and effects' });
    const accounts = await accountsIn(chief);
    expect(accounts.length).toBeGreaterThan(1);
    for (const account of accounts.slice(0, asOften(2, accounts.length)))
      await show(page, { path: `/dashboard/history/${account}`, heading: 'As it was' });
    await page.goto('/dashboard/history?type=SessionStarted');
    await isShown(page, 'History');
    await page.getByText('Of sessions and keys only').first().waitFor({ state: 'attached' });
    // Pages ask again by themselves: what is on its way when the test ends would be read from a page that is closed.
    await page.unrouteAll({ behavior: 'wait' });
    const seen = [...bodies, await page.content()].join('\n');
    expect(bodies.length).toBeGreaterThan(asOften(5, 12));
    const secrets = [
      ...secretsIn(visits.dataDir),
      ...[chief, buyer].flatMap(({ api, session }) => [api.token, session.value]),
    ];
    expect(secrets.length).toBeGreaterThan(5);
    expect(secrets.filter((secret) => seen.includes(secret ?? ''))).toEqual([]);
    expect(seen).not.toMatch(/\$argon2|passwordHash|refreshToken|"sid"/i);
  });
});
