import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CheckedOut } from '../../../modules/booking/checkouts/contract.ts';
import type { Booking } from '../../../modules/booking/contract.ts';
import { orderNumber } from '../../../modules/kernel/values/order-number.ts';
import type { KeptMails } from '../../../modules/mails/contract.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import {
  ApiClient,
  addTool,
  confirmInSandbox,
  orderOf,
  password,
  payInSandbox,
  signIn,
  signUp,
} from '../../testing/api-client.ts';
import { openKeptData } from '../../testing/logs/kept-data.ts';
import type { RunningShop } from '../../testing/running-shop.ts';
import { type MailServer, openMailServer } from '../../testing/servers/mail-server.ts';
import { storesUnderTest } from '../../testing/shops/stores-under-test.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { openShop } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

const price = 19.99;
const soon = { timeout: 60_000, interval: 20 };
let past = 0;
const now = () => new Date(Date.now() + past);

describe('a shop without a mail server', () => {
  let shop: RunningShop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.end());

  const mailsOf = async (person: ApiClient) => (await person.get<KeptMails>('/me/mails')).body.mails;

  it('keeps each person’s mails for them alone, and they go with the person', async () => {
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const [mina, pari] = [await signUp(shop.origin, 'Mina'), await signUp(shop.origin, 'Pari')];
    const toolId = await addTool(admin, { name: 'Claw Hammer', PerPrice: 0 });
    await mina.post('/booking', orderOf(mina, toolId, 0));
    await vi.waitFor(async () => {
      expect(await mailsOf(mina)).toMatchObject([{ kind: 'receipt', to: mina.email }]);
    }, soon);
    for (const other of [pari, admin]) expect(await mailsOf(other)).toEqual([]);

    const taken = await mina.get<{ mails: unknown }>('/me/export');
    expect(taken.body.mails).toMatchObject([{ subject: 'Your receipt: 1 x Claw Hammer' }]);
    const records = async () => {
      const { store, close } = await openKeptData(shop.dataDir, await storesUnderTest(shop.dataDir));
      const keys = await Array.fromAsync(store.records.keys('kept-mails:'));
      await close();
      return keys.length;
    };
    expect(await records()).toBe(1);
    expect((await mina.delete('/me', { body: { password } })).status).toBe(204);
    expect(await records()).toBe(0);
  });

  it('shows nobody any more what names a person who was forgotten', async () => {
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const nora = await signUp(shop.origin, 'Nora');
    expect((await admin.put(`/user/admin/${nora.email}`)).status).toBe(200);
    const told = async () => JSON.stringify(await mailsOf(admin));
    await vi.waitFor(async () => expect(await told()).toContain(nora.email), soon);
    expect((await nora.delete('/me', { body: { password } })).status).toBe(204);
    expect(await told()).not.toMatch(/nora/i);
    expect(await told()).not.toContain(nora.email);
  });

  it('writes one receipt of orders that are paid together', async () => {
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const mina = await signUp(shop.origin, 'Mina');
    const tools = [await addTool(admin, { name: 'Wood Saw' }), await addTool(admin, { name: 'Steel Rule' })];
    const lines = tools.map((toolId) => ({ toolId, quantity: 1, price }));
    const placed = await mina.post<CheckedOut>('/checkout', { lines, location: 'Dhaka', phone: '123' });
    const { insertedIds: bookingIds, price: due } = placed.body;
    const { body } = await mina.post<{ clientSecret: string }>('/create-payment-intent', { price: due, bookingIds });
    await confirmInSandbox(shop.origin, body.clientSecret, '4242424242424242');
    await vi.waitFor(async () => {
      expect(await mailsOf(mina)).toMatchObject([{ kind: 'receipt', subject: 'Your receipt: 2 orders, $39.98' }]);
    }, soon);
    const [letter] = await mailsOf(mina);
    for (const id of bookingIds) expect(JSON.stringify(letter)).toContain(orderNumber(id));
    // All events of orders have been reacted to by the time that a later one of the same person has.
    const alone = await mina.post<{ insertedId: string }>('/booking', orderOf(mina, tools[0] ?? '', price));
    await payInSandbox(mina, alone.body.insertedId, price);
    await vi.waitFor(async () => expect((await mailsOf(mina)).length).toBeGreaterThan(1), soon);
    expect((await mailsOf(mina)).map(({ subject }) => subject).sort()).toEqual([
      'Your receipt: 1 x Wood Saw',
      'Your receipt: 2 orders, $39.98',
    ]);
  });

  it('tells the holder of an address, and nobody else, that somebody wanted to sign up with it', async () => {
    const mina = await signUp(shop.origin);
    const again = { name: 'Eve', email: mina.email, password };
    for (let times = 0; times < 3; times++) {
      expectProblem(await new ApiClient(shop.origin).post('/identity/sign-up', again), 409);
    }
    await vi.waitFor(async () => {
      expect(await mailsOf(mina)).toMatchObject([{ subject: 'Somebody tried to sign up with your address' }]);
    }, soon);
    const noted = await storedEventsOf(shop, 'SignUpRefused');
    expect(noted.map(({ data }) => (data as { times: number }).times)).toEqual([1, 2]);
  });
});

describe('a shop that is given a mail server', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'inventory-'));
  const mailed = () => ({
    DATA_DIR: dataDir,
    SMTP_URL: server.url,
    MAIL_FROM: 'shop@inventory.example',
    PUBLIC_URL: 'http://localhost:3000',
    TIMERS_EVERY: '50ms',
  });
  let server: MailServer;
  let nodes: RunningShop[];
  let mina: ApiClient;

  const to = (person: ApiClient) => server.received.filter((mail) => mail.to.includes(person.email));
  const subjectsTo = (person: ApiClient) => to(person).map(({ headers }) => headers.get('subject'));
  /** How many mails were claimed, sent and given up, once none is under way any more. */
  async function settled(): Promise<readonly [claimed: number, sent: number, givenUp: number]> {
    const counts = async () => {
      const all = await Promise.all(
        ['MailClaimed', 'MailSent', 'MailGivenUp'].map((type) => storedEventsOf({ dataDir }, type)),
      );
      const ids = all.map((events) => new Set(events.map(({ stream }) => stream)).size);
      return [ids[0] ?? 0, ids[1] ?? 0, ids[2] ?? 0] as const;
    };
    return vi.waitFor(async () => {
      const [claimed, sent, givenUp] = await counts();
      expect(sent + givenUp).toBe(claimed);
      return [claimed, sent, givenUp];
    }, soon);
  }
  const promote = async (person: ApiClient) => {
    const admin = await signIn(nodes[0]?.origin ?? '', demoAdmin.email, demoPassword);
    expect((await admin.put(`/user/admin/${person.email}`)).status).toBe(200);
  };
  const buy = async (node: RunningShop | undefined, buyer = mina) => {
    const admin = await signIn(node?.origin ?? '', demoAdmin.email, demoPassword);
    const toolId = await addTool(admin, { name: 'Claw Hammer', PerPrice: price });
    const { body } = await buyer.post<{ insertedId: string }>('/booking', orderOf(buyer, toolId, price));
    expect(await payInSandbox(buyer, body.insertedId, price)).toBe(200);
    const isPaid = async () => (await buyer.get<Booking>(`/booking/${body.insertedId}`)).body.paid;
    await vi.waitFor(async () => expect(await isPaid()).toBe(true), soon);
    return body.insertedId;
  };

  beforeAll(async () => {
    server = await openMailServer();
    const before = await openShop({ DATA_DIR: dataDir });
    nodes = [before];
    mina = await signUp(before.origin, 'Mina\r\nBcc: eve@inventory.example');
    await promote(mina);
    await buy(before);
    await before.close();
    nodes = [await openShop(mailed(), { now }), await openShop(mailed(), { now })];
    mina = await signIn(nodes[1]?.origin ?? '', mina.email);
  });
  afterAll(async () => {
    await nodes[0]?.close();
    await nodes[1]?.end();
    await server.close();
  });

  it('mails a receipt once, from one of its nodes, and nothing of what happened before', async () => {
    const bookingId = await buy(nodes[1]);
    await vi.waitFor(() => expect(subjectsTo(mina)).toEqual(['Your receipt: 1 x Claw Hammer']), soon);
    expect(await settled()).toEqual([1, 1, 0]);
    const [{ text, html, headers }] = to(mina) as [MailServer['received'][0]];
    expect(text).toContain(`Order:  ${orderNumber(bookingId)}\nTool:   Claw Hammer\nPieces: 1\nPaid:   $19.99`);
    expect(text).toContain('http://localhost:3000/dashboard/myorders');
    expect(html).toContain('$19.99');
    expect(headers.get('message-id')).toMatch(/^<[0-9a-f-]{36}@inventory\.example>$/);
    expect(server.received).toHaveLength(1);
  });

  it('tells who became an admin and the other admins, and nothing to addresses that are made up', async () => {
    const pari = await signUp(nodes[0]?.origin ?? '', 'Pari\r\nX-Other: header');
    await vi.waitFor(() => expect(subjectsTo(pari)).toEqual(['Confirm your email']), soon);
    const link = /#(\S+)/.exec(to(pari)[0]?.text ?? '')?.[1];
    expect((await pari.post('/identity/link', { link }, { headers: { cookie: pari.cookie } })).status).toBe(200);
    server.received.splice(0);
    await promote(pari);
    await vi.waitFor(() => {
      expect(subjectsTo(pari)).toEqual(['You are an admin now']);
      expect(subjectsTo(mina)).toEqual(['There is a new admin']);
    }, soon);
    await settled();
    expect(server.received).toHaveLength(2);
    expect(to(mina)[0]?.text).toContain(`Demo Admin made Pari X-Other: header (${pari.email}) an admin.`);
    expect(to(mina)[0]?.headers.has('x-other')).toBe(false);
  });

  it('writes an address that nobody proved two notices in an hour, and one that was proved what happens to its account', async () => {
    server.received.splice(0);
    const stranger = await signUp(nodes[0]?.origin ?? '', 'Stranger', 'victim@inventory.example');
    let current = password;
    const changes = async (howMany: number) => {
      for (let times = 0; times < howMany; times++) {
        const body = { password: current, newPassword: `another long secret ${randomUUID()}` };
        const node = nodes[times % 2]?.origin ?? '';
        expect((await stranger.at(node).post('/identity/password', body)).status).toBe(204);
        current = body.newPassword;
      }
    };
    const changed = 'Your password was changed';
    await changes(6);
    await settled();
    expect(subjectsTo(stranger).toSorted()).toEqual(['Confirm your email', changed, changed]);
    // What is bought with money is none of what is bounded.
    await buy(nodes[0], stranger);
    await vi.waitFor(() => expect(subjectsTo(stranger)).toContain('Your receipt: 1 x Claw Hammer'), soon);

    const [, link] = /#(\S+)/.exec(to(stranger).find(({ text }) => text.includes('#'))?.text ?? '') ?? [];
    // A link of before is good no more once the password was changed.
    expectProblem(await stranger.post('/identity/link', { link }), 409);
    expect((await stranger.post('/identity/prove-email')).status).toBe(202);
    await vi.waitFor(() => expect(subjectsTo(stranger).at(-1)).toBe('Confirm your email'), soon);
    const [, good] = /#(\S+)/.exec(to(stranger).at(-1)?.text ?? '') ?? [];
    expect(
      (await stranger.post('/identity/link', { link: good }, { headers: { cookie: stranger.cookie } })).status,
    ).toBe(200);
    await changes(3);
    await vi.waitFor(() => {
      expect(subjectsTo(stranger).filter((subject) => subject === changed)).toHaveLength(5);
    }, soon);
  });

  it('answers and goes on while the mail server is away, and mails when it is back', async () => {
    server.received.splice(0);
    server.refusing.everybody = 421;
    await buy(nodes[0]);
    await vi.waitFor(() => expect(server.turnedAway()).toBe(1), soon);
    server.refusing.everybody = undefined;
    past += 3 * 60_000;
    await vi.waitFor(() => expect(subjectsTo(mina)).toEqual(['Your receipt: 1 x Claw Hammer']), soon);
    await settled();
    expect(server.received).toHaveLength(1);
  });

  it('gives up what the mail server refuses for good, and goes on', async () => {
    server.received.splice(0);
    server.refusing.recipient = 550;
    const [, , before] = await settled();
    await buy(nodes[0]);
    await vi.waitFor(async () => expect((await settled())[2]).toBe(before + 1), soon);
    server.refusing.recipient = undefined;
    await buy(nodes[0]);
    await vi.waitFor(() => expect(subjectsTo(mina)).toHaveLength(1), soon);
  });
});
