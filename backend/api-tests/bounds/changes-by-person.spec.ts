import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { csvLines, readCsv } from '../../../modules/kernel/encoding/csv.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { type ApiClient, password, signIn, signUp } from '../../testing/api-client.ts';
import { startShop } from '../../testing/running-shop.ts';
import { startMisbehavingStripe } from '../../testing/servers/misbehaving-stripe.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';

/** Twenty times as many changes a day: four checkouts of fifty lines, and a fifth. */
const perUser = 12;
const lines = 50;
const shop = shopUnderTest({ RATE_LIMIT_USER: `${perUser}`, UNPAID_ORDERS: '0' });

it('what a person changes in a day is counted by how much it is, and nothing keeps them from their account', async () => {
  const tools = await manyTools();
  const [person, other] = [await signUp(shop.origin), await signUp(shop.origin)];
  const order = (who: ApiClient) =>
    who.post('/checkout', {
      lines: tools.map(({ _id, PerPrice }) => ({ toolId: _id, quantity: 1, price: PerPrice })),
      location: '1 Test Street',
      phone: '+1 555 0100',
    });
  const nothing = { price: 10, bookingIds: Array.from({ length: lines }, () => randomUUID()) };
  // What changes nothing is none.
  expect((await person.post('/create-payment-intent', nothing)).status).toBe(404);
  for (let n = 0; n < 5; n++) expect((await order(person)).status).toBe(201);
  const refused = await order(person);
  expectProblem(refused, 429);
  expect(refused.body).toMatchObject({
    detail: 'You have changed more within a day than one person may. Please try again in 24 hours.',
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
  expect((await order(other)).status).toBe(201);
  expect((await person.get('/cart')).status).toBe(200);
  // Whoever has used the day up: its owner signs in, and ends what is not theirs.
  const anew = await signIn(shop.origin, person.email);
  expect((await anew.delete('/me/sessions?keep=this')).status).toBe(204);
  const another = { password, newPassword: `${password}, and another one` };
  expect((await anew.post('/identity/password', another)).status).toBeLessThan(300);
});

/** Somebody who asks to pay 49 orders of a cent together, as one who has not asked before each time: 49 changes, should there be any. */
async function whoPays(at: { readonly origin: string; readonly admin: ApiClient }) {
  const tools = (await manyTools('Cheap', '0.01', at.admin)).slice(0, lines - 1);
  const person = await signUp(at.origin);
  const placed = await person.post<{ insertedIds: string[] }>('/checkout', {
    lines: tools.map(({ _id }) => ({ toolId: _id, quantity: 1, price: 0.01 })),
    location: '1 Test Street',
    phone: '+1 555 0100',
  });
  expect(placed.status).toBe(201);
  return () =>
    person.post(
      '/create-payment-intent',
      { price: 0.49, bookingIds: placed.body.insertedIds },
      { headers: { 'idempotency-key': randomUUID() } },
    );
}

it('what is refused after some of it was written counts as well, and what is refused before that does not', async () => {
  const pay = await whoPays(shop);
  // Each order says in its stream that the call was about it, and then the provider charges no such sum.
  for (let n = 0; n < 4; n++) expectProblem(await pay(), 409, /at least \$0\.50/);
  expectProblem(await pay(), 429);
});

it('what fails after some of it was written counts as well, since the provider is away', async () => {
  const well = { fault: () => undefined, answerAfter: () => 0, messageAfter: () => [] };
  const provider = await startMisbehavingStripe(well, { shop: () => '', clock: () => new Date() });
  await provider.close();
  const settings = { SEED: 'demo', RATE_LIMIT_USER: `${perUser}`, UNPAID_ORDERS: '0', ...provider.settings };
  const away = await startShop(settings, { passwords: quickPasswords, stripeApi: () => provider.api });
  onTestFinished(() => away.end());
  const pay = await whoPays({ origin: away.origin, admin: await signIn(away.origin, demoAdmin.email, demoPassword) });
  for (let n = 0; n < 4; n++) expectProblem(await pay(), 503);
  expectProblem(await pay(), 429);
});

/** As many as one checkout may have lines, by one call of an admin. */
async function manyTools(called = 'Many', price = '2', admin = shop.admin): Promise<readonly Tool[]> {
  const { rows } = await readCsv((await admin.get('/products/export')).text, { most: 10_000 });
  const [line = {}] = rows.map(({ cells }) => Object.fromEntries(cells) as Record<string, string>);
  const names = Object.keys(line);
  const added = Array.from({ length: lines }, (_, n) => {
    const tool = {
      ...line,
      _id: '',
      version: '',
      name: `${called} ${n}`,
      PerPrice: price,
      Available: '100',
      MinimumOrder: '1',
    };
    return names.map((name) => (tool as Record<string, string>)[name] ?? '');
  });
  const headers = { 'content-type': 'text/csv', 'idempotency-key': randomUUID() };
  const raw = csvLines([names, ...added]);
  const { status } = await admin.call('POST', '/products/import?dryRun=false', { raw, headers });
  expect(status).toBe(200);
  const found = await admin.get<Tool[]>(`/tool?search=${called}&limit=${lines}`);
  expect(found.body).toHaveLength(lines);
  return found.body;
}
