import { describe, expect, it, onTestFinished } from 'vitest';
import type { HistoryEntry } from '../../../modules/audit/contract.ts';
import type { KeptMails } from '../../../modules/mails/contract.ts';
import type { FirstSteps } from '../../../modules/operations/contract.ts';
import type { ShopConfig } from '../../../modules/payments/contract.ts';
import { ApiClient, addTool, signIn, signUp } from '../../testing/api-client.ts';
import { openMailServer } from '../../testing/servers/mail-server.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { openShop, shopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

const demo = shopUnderTest();

/** A shop that nobody runs yet, and the code that its terminal shows. */
async function emptyShop(environment: Readonly<Record<string, string>> = {}) {
  const printed: string[] = [];
  const shop = await openShop({ SEED: 'none', ...environment }, { print: (line) => printed.push(line) });
  onTestFinished(() => shop.end());
  const line = printed.find((each) => each.startsWith('This shop has no admin yet.')) ?? '';
  return { ...shop, printed, line, code: /code (\S+)$/.exec(line)?.[1] ?? '' };
}

describe('a shop without an admin', () => {
  it('shows in its terminal how to become the first, whom the code makes one, once', async () => {
    const shop = await emptyShop();
    expect(shop.line).toContain(`${shop.origin}/setup`);
    const [owner, late] = [await signUp(shop.origin, 'Olga Owner'), await signUp(shop.origin, 'Lars Late')];
    expectProblem(await owner.post('/setup', { code: 'AAAA-BBBB-CCCC' }), 403);
    expectProblem(await owner.post('/setup', {}), 400);
    expectProblem(await owner.get('/operations/first-steps'), 403);
    const named = await owner.post('/setup', { code: shop.code.toLowerCase().replaceAll('-', ' ') });
    expect(named).toMatchObject({ status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: 1 } });
    expect((await owner.get(`/admin/${owner.email}`)).body).toEqual({ admin: true });
    expect((await owner.post('/setup', { code: shop.code })).body).toMatchObject({ modifiedCount: 0 });
    expectProblem(await late.post('/setup', { code: shop.code }), 409);
    expect((await late.get(`/admin/${late.email}`)).body).toEqual({ admin: false });
    const { body: history } = await owner.get<HistoryEntry[]>('/history?type=FirstAdminNamed');
    expect(history.map(({ sentence }) => sentence)).toEqual([
      'Olga Owner said the code from the terminal, to be the first admin',
    ]);
  });

  it('takes one of several who say the code at the same moment', async () => {
    const shop = await emptyShop();
    const people = await Promise.all(['A', 'B', 'C', 'D'].map((name) => signUp(shop.origin, `Person ${name}`)));
    const replies = await Promise.all(people.map((person) => person.post('/setup', { code: shop.code })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const flags = await Promise.all(people.map((person) => person.get<{ admin: boolean }>(`/admin/${person.email}`)));
    expect(flags.filter(({ body }) => body.admin)).toHaveLength(1);
  });

  it('lets nobody guess the code', async () => {
    const shop = await emptyShop({ LOGIN_LIMIT_ACCOUNT: '3' });
    const guesser = await signUp(shop.origin);
    const statuses: number[] = [];
    for (let guess = 0; guess < 5; guess++) {
      statuses.push((await guesser.post('/setup', { code: `GUESS-${guess}` })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 429, 429]);
    // Nor the one that is right, before the time is over.
    expect((await guesser.post('/setup', { code: shop.code })).status).toBe(429);
  });

  it('tells its admin what to do first, and what is done', async () => {
    const shop = await emptyShop();
    const owner = await signUp(shop.origin);
    const isUnclaimed = async () => (await new ApiClient(shop.origin).get<ShopConfig>('/config')).body.unclaimed;
    expect(await isUnclaimed()).toBe(true);
    await owner.post('/setup', { code: shop.code });
    expect(await isUnclaimed()).toBeUndefined();
    const steps = async () => {
      const { body } = await owner.get<FirstSteps>('/operations/first-steps');
      return Object.fromEntries(body.steps.map(({ step, isDone }) => [step, isDone]));
    };
    expect(await steps()).toEqual({ product: false, payments: false, mail: false });
    await addTool(owner);
    expect(await steps()).toEqual({ product: true, payments: false, mail: false });
    const { body: config } = await new ApiClient(shop.origin).get<ShopConfig>('/config');
    expect(config.demo).toBeUndefined();
  });
});

describe('a test mail', () => {
  async function owned(environment: Readonly<Record<string, string>>) {
    const shop = await emptyShop(environment);
    const owner = await signUp(shop.origin, 'Olga Owner');
    expect((await owner.post('/setup', { code: shop.code })).status).toBe(200);
    return { shop, owner };
  }
  const smtp = (url: string) => ({ SMTP_URL: url, MAIL_FROM: 'shop@inventory.example' });

  it('reaches the admin who asks, once under one key, and is no part of the history', async () => {
    const server = await openMailServer();
    onTestFinished(() => server.close());
    const { shop, owner } = await owned(smtp(server.url));
    const headers = { 'idempotency-key': 'once' };
    for (let times = 0; times < 2; times++) {
      const reply = await owner.post('/operations/test-mail', undefined, { headers });
      expect(reply).toMatchObject({ status: 200, body: { outcome: 'sent' } });
    }
    const tests = server.received.filter(({ headers }) => headers.get('subject') === 'A test mail from your shop');
    expect(tests.map(({ to }) => to)).toEqual([[owner.email]]);
    const claimed = await storedEventsOf(shop, 'MailClaimed');
    expect(claimed.map(({ data }) => (data as { kind: string }).kind)).not.toContain('test');
    const stranger = await signUp(shop.origin, 'Stan Stranger');
    expectProblem(await stranger.post('/operations/test-mail'), 403);
  });

  it('that the server does not take is answered with the reason, and ten an hour are enough', async () => {
    const server = await openMailServer();
    await server.close();
    const { owner } = await owned(smtp(server.url.replace('smtp://', 'smtp://shop:secret@')));
    const said = `connection refused by 127.0.0.1:${server.port}`;
    for (let times = 0; times < 10; times++) {
      expect((await owner.post('/operations/test-mail')).body).toEqual({ outcome: 'refused', said });
    }
    const tooMany = await owner.post('/operations/test-mail');
    expectProblem(tooMany, 429);
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(3_000);
  });

  it('is kept by a shop without a mail server, for who asked to read', async () => {
    const { owner } = await owned({});
    expect((await owner.post('/operations/test-mail')).body).toEqual({ outcome: 'kept' });
    const { body } = await owner.get<KeptMails>('/me/mails');
    // That they are an admin now is mailed to them, too.
    expect(body.mails.find(({ kind }) => kind === 'test')).toMatchObject({
      to: owner.email,
      subject: 'A test mail from your shop',
    });
  });
});

describe('a demo', () => {
  it('says who to log in as, and has neither a code nor first steps', async () => {
    const { body: config } = await demo.nobody.get<ShopConfig>('/config');
    expect(config.demo).toEqual({ emails: ['admin@inventory.dev', 'shopper@inventory.dev'], password: 'inventory' });
    expect((await demo.admin.get<FirstSteps>('/operations/first-steps')).body).toEqual({ steps: [] });
  });

  it('says so of those only who can be logged in as: not of who has another password', async () => {
    const people = async () => (await demo.nobody.get<ShopConfig>('/config')).body.demo?.emails;
    const shopper = await signIn(demo.origin, 'shopper@inventory.dev', 'inventory');
    const body = { password: 'inventory', newPassword: 'another long one' };
    expect((await shopper.call('POST', '/identity/password', { body })).status).toBeLessThan(300);
    await expect.poll(people).toEqual(['admin@inventory.dev']);
  });
});
