import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Status } from '../../../modules/operations/contract.ts';
import { ApiClient, addTool, orderOf, password, signIn, signUp } from '../../testing/api-client.ts';
import { live } from '../../testing/clients/live-client.ts';
import type { RunningShop } from '../../testing/running-shop.ts';
import { type MailServer, openMailServer, type ReceivedMail } from '../../testing/servers/mail-server.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { openShop } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

let mail: MailServer;
let shop: RunningShop;
let nobody: ApiClient;
let admin: ApiClient;
beforeAll(async () => {
  mail = await openMailServer();
  shop = await openShop({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Inventory <shop@inventory.example>',
    LOGIN_LIMIT_ADDRESS: '0',
    LOGIN_LIMIT_ACCOUNT: '0',
  });
  nobody = new ApiClient(shop.origin);
  admin = await signIn(shop.origin, 'admin@inventory.dev', 'inventory');
});
afterAll(async () => {
  await shop.end();
  await mail.close();
});

const newEmail = () => `person-${randomUUID()}@inventory.example`;
const newcomer = (email = newEmail()) => signUp(shop.origin, 'Test Shopper', email);
const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status;
const signInStatus = (email: string, secret: string) =>
  statusOf(nobody.post('/identity/sign-in', { email, password: secret }));

const linkIn = ({ text }: ReceivedMail) => /\/account\/link#(\S+)/.exec(text)?.[1] ?? '';

/** Waits for the newest mail to an address that leads somewhere, of which there are to be so many. */
async function linkTo(email: string, purpose: string, nth = 1): Promise<string> {
  const links = () =>
    mail.received
      .filter(({ to }) => to.includes(email))
      .map(linkIn)
      .filter((link) => link.startsWith(`${purpose}.`));
  await expect.poll(() => links().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(nth);
  return links()[nth - 1] ?? '';
}

async function recoveryLink(email: string, nth = 1): Promise<string> {
  expect(await statusOf(nobody.post('/identity/recover', { email }))).toBe(202);
  return linkTo(email, 'recover', nth);
}

/** Presses the button behind a link in a browser that somebody is signed in with. */
const pressLink = (who: ApiClient, link: string) =>
  nobody.post('/identity/link', { link }, { headers: { cookie: who.cookie } });

async function proved(who: ApiClient): Promise<void> {
  const used = await pressLink(who, await linkTo(who.email, 'prove'));
  expect(used.body).toEqual({ purpose: 'prove', email: who.email });
}

describe('a forgotten password', () => {
  it('is replaced with a mailed link; one is signed out everywhere, and the address is proved', async () => {
    const mina = await newcomer();
    const link = await recoveryLink(mina.email);
    const reset = await nobody.post('/identity/reset-password', { link, password: 'another good one' });
    expect(reset.status).toBe(204);
    expectProblem(await mina.get(`/user/${mina.email}`), 401);
    expect(await signInStatus(mina.email, password)).toBe(401);
    const again = await signIn(shop.origin, mina.email, 'another good one');
    expect((await again.get('/me/account')).body).toEqual({ hasPassword: true, isProved: true, mustProve: false });
  });

  it('is answered alike for an address that nobody has, and nothing is mailed to it', async () => {
    const [mina, unknown] = [await newcomer(), newEmail()];
    const [one, other] = [
      await nobody.post('/identity/recover', { email: mina.email }),
      await nobody.post('/identity/recover', { email: unknown }),
    ];
    expect([other.status, other.text]).toEqual([one.status, one.text]);
    const named = ({ headers }: { headers: Headers }) => [...headers.keys()].sort();
    expect(named(other)).toEqual(named(one));
    await linkTo(mina.email, 'recover');
    expect(mail.received.filter(({ to }) => to.includes(unknown))).toEqual([]);
  });

  it('makes the log grow by as many events whether or not anybody has the address, however often it is asked', async () => {
    /** How long the log is once all that follows from its events is in it. */
    const settled = () =>
      vi.waitFor(
        async () => {
          const { body } = await admin.get<Status>('/operations/status');
          const behind = body.reactors.filter(({ lag, outstanding }) => lag !== 0 || outstanding > 0);
          expect(behind).toEqual([]);
          const all = await storedEventsOf(shop);
          expect(`${all.at(-1)?.position}`).toBe(body.position);
          const of = (...types: string[]) => all.filter(({ type }) => types.includes(type)).length;
          expect(of('MailSent', 'MailGivenUp')).toBe(of('MailClaimed'));
          return all.length;
        },
        { timeout: 60_000, interval: 100 },
      );
    let length = 0;
    const growthBy = async (email: string, times: number) => {
      const before = length;
      for (let time = 0; time < times; time++)
        expect(await statusOf(nobody.post('/identity/recover', { email }))).toBe(202);
      length = await settled();
      return length - before;
    };
    const growth = async () => {
      const [mina, unknown] = [await newcomer(), newEmail()];
      await proved(mina);
      length = await settled();
      const [known, others] = [[] as number[], [] as number[]];
      // Most of them together: that what each comes to is in the log takes a second.
      for (const times of [1, 5, 1]) {
        known.push(await growthBy(mina.email, times));
        others.push(await growthBy(unknown, times));
      }
      return { known, others, unknown };
    };
    // In each quarter of an hour one mail more may be sent.
    const quarter = () => Math.floor(Date.now() / 900_000);
    let began = quarter();
    let grown = await growth();
    while (quarter() !== began) {
      began = quarter();
      grown = await growth();
    }
    const { known, others, unknown } = grown;
    expect(others).toEqual(known);
    expect(known[0]).toBe(4);
    expect(known[2]).toBe(2);
    expect(mail.received.filter(({ to }) => to.includes(unknown))).toEqual([]);
  });

  it('is replaced once a link, however many come at once, and not by a link of before', async () => {
    const mina = await newcomer();
    const [first, second] = [await recoveryLink(mina.email), await recoveryLink(mina.email, 2)];
    const passwords = Array.from({ length: 5 }, (_, at) => `good one number ${at}`);
    const tries = passwords.map((secret) => nobody.post('/identity/reset-password', { link: first, password: secret }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 409, 409, 409, 409]);
    expect(await signInStatus(mina.email, passwords[statuses.indexOf(204)] ?? '')).toBe(200);
    const late = await nobody.post('/identity/reset-password', { link: second, password: 'another good one' });
    expectProblem(late, 409);
  });

  it('said again with its key is replaced once, and by no other password', async () => {
    const mina = await newcomer();
    const link = await recoveryLink(mina.email);
    const headers = { 'idempotency-key': randomUUID() };
    const reset = (secret = 'another good one') =>
      nobody.post('/identity/reset-password', { link, password: secret }, { headers });
    expect([(await reset()).status, (await reset()).status]).toEqual([204, 204]);
    expectProblem(await reset('a third good one'), 409, 'This Idempotency-Key was used before with another request.');
    expect(await signInStatus(mina.email, 'another good one')).toBe(200);
  });

  it('is not replaced by one that is none, and the link stays good', async () => {
    const mina = await newcomer();
    const link = await recoveryLink(mina.email);
    const weak = await nobody.post('/identity/reset-password', { link, password: 'P@ssw0rd' });
    expect(weak).toMatchObject({ status: 400, body: { errors: [{ path: 'password' }] } });
    expect(await statusOf(nobody.post('/identity/reset-password', { link, password: 'another good one' }))).toBe(204);
  });

  it('is not replaced by a link that is made up, or is for something else', async () => {
    const mina = await newcomer();
    const proof = await linkTo(mina.email, 'prove');
    const link = await recoveryLink(mina.email);
    const made = [proof, proof.replace('prove', 'recover'), `${link.slice(0, -4)}AAAA`, 'recover', '', link.slice(8)];
    for (const token of made) {
      expectProblem(await nobody.post('/identity/reset-password', { link: token, password: 'another good one' }), 409);
    }
    expectProblem(await nobody.post('/identity/link', { link }), 409);
    expect(await statusOf(nobody.post('/identity/reset-password', { link, password: 'another good one' }))).toBe(204);
  });
});

describe('a password', () => {
  it('is changed by who knows it, who stays signed in here and nowhere else', async () => {
    const mina = await newcomer();
    const elsewhere = await signIn(shop.origin, mina.email);
    const change = (body: object) => mina.post('/identity/password', body);
    expectProblem(await change({ password: 'not it at all', newPassword: 'another good one' }), 403);
    expect(await change({ password, newPassword: mina.email })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'newPassword' }] },
    });
    expect(await statusOf(change({ password, newPassword: 'another good one' }))).toBe(204);
    expect(await statusOf(mina.get(`/user/${mina.email}`))).toBe(200);
    expectProblem(await elsewhere.get(`/user/${mina.email}`), 401);
    expect(await signInStatus(mina.email, 'another good one')).toBe(200);
  });

  it('is changed once by two browsers at the same time', async () => {
    const mina = await newcomer();
    const other = await signIn(shop.origin, mina.email);
    const both = await Promise.all([
      mina.post('/identity/password', { password, newPassword: 'the one of mine' }),
      other.post('/identity/password', { password, newPassword: 'the one of another' }),
    ]);
    const good = both.map(({ status }) => status === 204);
    expect(good.filter(Boolean)).toHaveLength(1);
    expect(await signInStatus(mina.email, good[0] ? 'the one of mine' : 'the one of another')).toBe(200);
  });
});

describe('an email', () => {
  it('has to be proved by a link before its holder can be made an admin', async () => {
    const mina = await newcomer();
    expect((await mina.get('/me/account')).body).toMatchObject({ isProved: false, mustProve: true });
    const refused = await admin.put(`/user/admin/${mina.email}`);
    expectProblem(refused, 409);
    await proved(mina);
    expect((await mina.get('/me/account')).body).toMatchObject({ isProved: true, mustProve: false });
    expect((await admin.put(`/user/admin/${mina.email}`)).body).toMatchObject({ modifiedCount: 1 });
  });

  it('is proved by a link that one asks for again', async () => {
    const mina = await newcomer();
    await linkTo(mina.email, 'prove');
    expect(await statusOf(mina.post('/identity/prove-email'))).toBe(202);
    const link = await linkTo(mina.email, 'prove', 2);
    expect(await statusOf(pressLink(mina, link))).toBe(200);
    expectProblem(await pressLink(mina, link), 409);
  });

  it('is changed by a link to the new one: orders, profile and the session that asked go along', async () => {
    const mina = await newcomer();
    const toolId = await addTool(admin, { PerPrice: 10 });
    const { body: order } = await mina.post<{ insertedId: string }>('/booking', orderOf(mina, toolId, 10));
    const elsewhere = await signIn(shop.origin, mina.email);
    const wanted = newEmail();
    expect(await statusOf(mina.post('/identity/email', { email: wanted }))).toBe(202);
    const link = await linkTo(wanted, 'change-email');
    expect(await statusOf(mina.get(`/user/${mina.email}`))).toBe(200);
    const page = await live(shop.origin, mina.token);
    const used = await pressLink(mina, link);
    expect(used).toMatchObject({ status: 200, body: { purpose: 'change-email', email: wanted } });
    await page.next('user.email-changed');

    expect((await mina.get(`/user/${wanted}`)).body).toMatchObject({ email: wanted, name: 'Test Shopper' });
    expectProblem(await elsewhere.get(`/user/${wanted}`), 401);
    const orders = await mina.get<{ _id: string }[]>(`/booking?personEmail=${wanted}`);
    expect(orders.body.map(({ _id }) => _id)).toEqual([order.insertedId]);
    expect((await admin.get(`/user/${mina.email}`)).status).toBe(404);
    expect(await signInStatus(mina.email, password)).toBe(401);
    const renewed = await nobody.post<{ user: object }>('/identity/refresh', undefined, {
      headers: { cookie: mina.cookie },
    });
    expect(renewed.body.user).toMatchObject({ email: wanted });
    await expect
      .poll(() =>
        mail.received.some(
          ({ to, text }) => to.includes(mina.email) && /This was the address of your account/.test(text),
        ),
      )
      .toBe(true);

    const next = await newcomer(mina.email);
    expect((await next.get<object[]>(`/booking?personEmail=${mina.email}`)).body).toEqual([]);
    expect(await signInStatus(wanted, password)).toBe(200);
    expect((await mina.get(`/user/${wanted}`)).status).toBe(200);
  });

  it('goes to one of two people who want it at the same time', async () => {
    const [mina, nina, wanted] = [await newcomer(), await newcomer(), newEmail()];
    const links: (readonly [ApiClient, string])[] = [];
    for (const [nth, who] of [mina, nina].entries()) {
      await who.post('/identity/email', { email: wanted });
      links.push([who, await linkTo(wanted, 'change-email', nth + 1)]);
    }
    const used = await Promise.all(links.map(([who, link]) => pressLink(who, link)));
    expect(used.map(({ status }) => status).sort()).toEqual([200, 409]);
    const signedIn = await Promise.all([mina, nina].map(({ email }) => signInStatus(email, password)));
    expect(signedIn.sort()).toEqual([200, 401]);
    expect(await signInStatus(wanted, password)).toBe(200);
  });

  it('that somebody has is not changed to', async () => {
    const [mina, nina] = [await newcomer(), await newcomer()];
    expectProblem(await mina.post('/identity/email', { email: nina.email }), 409);
    expect(await mina.post('/identity/email', { email: mina.email })).toMatchObject({ status: 400 });
    const wanted = newEmail();
    await mina.post('/identity/email', { email: wanted });
    const link = await linkTo(wanted, 'change-email');
    await newcomer(wanted);
    expectProblem(await pressLink(mina, link), 409, /has an account already/);
    expect(await signInStatus(mina.email, password)).toBe(200);
  });

  it('is changed by no link that was asked for before the password was changed', async () => {
    const [mina, wanted] = [await newcomer(), newEmail()];
    await mina.post('/identity/email', { email: wanted });
    const link = await linkTo(wanted, 'change-email');
    await nobody.post('/identity/reset-password', {
      link: await recoveryLink(mina.email),
      password: 'another good one',
    });
    expectProblem(await pressLink(mina, link), 409);
    expect(await signInStatus(mina.email, 'another good one')).toBe(200);
  });

  it.each([
    ['signed out by its owner', (mina: ApiClient) => mina.delete('/me/sessions?keep=this')],
    ['signed out by an admin', (mina: ApiClient) => admin.delete(`/user/${mina.email}/sessions`)],
  ])('is changed by no link of a session that was %s meanwhile', async (_, end) => {
    const [mina, wanted] = [await newcomer(), newEmail()];
    const elsewhere = await signIn(shop.origin, mina.email);
    await elsewhere.post('/identity/email', { email: wanted });
    const link = await linkTo(wanted, 'change-email');
    expect(await statusOf(end(mina))).toBe(204);
    const refused = await pressLink(elsewhere, link);
    expectProblem(refused, 409, 'This link is no longer valid. Please ask for a new one.');
    expect(await signInStatus(mina.email, password)).toBe(200);
    expect(await signInStatus(wanted, password)).toBe(401);
  });

  it('is told of at the address of before as soon as another is asked for, and what to do against it', async () => {
    const [mina, wanted] = [await newcomer(), newEmail()];
    await mina.post('/identity/email', { email: wanted });
    const link = await linkTo(wanted, 'change-email');
    const told = () =>
      mail.received.find(
        ({ to, headers }) =>
          to.includes(mina.email) && headers.get('subject') === 'Somebody wants another email for your account',
      );
    await expect.poll(told).toBeDefined();
    expect(told()?.text).toContain('/account/recover');
    expect(told()?.text).not.toContain(wanted);
    expect(told()?.text).not.toContain(link);
  });
});
