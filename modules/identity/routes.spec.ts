import { parseSetCookie } from 'cookie';
import { exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../backend/doubles/in-memory-read-models.ts';
import { InMemoryRenewals } from '../../backend/doubles/in-memory-renewals.ts';
import { contextOf } from '../../backend/testing/context.ts';
import { call } from '../../backend/testing/deciding/call.ts';
import { Conflict, Invalid, Unauthorized } from '../kernel/errors.ts';
import type { Answer } from '../kernel/route.ts';
import { account } from './accounts/account.ts';
import { EmailTaken } from './commands/open-account.ts';
import { signedIn } from './contract.ts';
import type { AccountEvent } from './events.ts';
import { identityModule } from './index.ts';
import { sessions } from './read-models/sessions.ts';

const mina = { name: 'Mina', email: 'mina@example.com', password: 'a good one' };
const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (hash: string | undefined, password: string) => hash === `hash of ${password}`,
};

async function wired({ secureCookies = true } = {}) {
  const readModels = new InMemoryReadModels();
  /** What happens beside, as soon as an event of that type is there. */
  const beside = new Map<string, () => void>();
  const commands = new InMemoryCommands({
    appended(events) {
      readModels.follow([sessions], events);
      for (const { type } of events) beside.get(type)?.();
    },
  });
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const keys = { signing: [await exportJWK(privateKey)], emails: [Buffer.alloc(32, 2)], secret: Buffer.alloc(32, 1) };
  const now = () => new Date('2026-01-02T12:00:00Z');
  const identity = await identityModule({
    commands,
    readModels,
    renewals: new InMemoryRenewals(),
    isAdmin: async () => false,
    now,
    keys,
    issuer: 'https://shop.example',
    secureCookies,
    passwordMinimum: 6,
    mailing: { isSent: false, secretLinks: 'printed' },
    passwords,
  });
  const post = (path: string, body: object | undefined, key: string, cookies = {}) =>
    call(identity.routes, `POST /identity/${path}`, { body, cookies, command: contextOf(key) });
  return { commands, identity, post, beside };
}

const cookieOf = ({ headers }: Answer) => parseSetCookie([headers?.['Set-Cookie'] ?? ''].flat()[0] ?? '');
const cookiesOf = (answer: Answer) => ({ [cookieOf(answer).name]: cookieOf(answer).value });

describe('POST /identity/sign-up', () => {
  it('opens an account and a session', async () => {
    const { identity, post } = await wired();
    const answer = await post('sign-up', { ...mina, email: ' Mina@Example.com' }, 'k1');
    const { idToken, user } = signedIn.parse(answer.body);
    expect(answer).toMatchObject({ status: 201, position: 2n });
    expect(user).toEqual({ uid: expect.any(String), displayName: 'Mina', email: 'mina@example.com' });
    expect(await identity.tokens.verifyIdToken(idToken)).toEqual({
      sid: expect.any(String),
      uid: user.uid,
      email: user.email,
      name: 'Mina',
    });
  });

  it('sets a cookie that scripts and other sites cannot use, for 30 days', async () => {
    const { post } = await wired();
    expect(cookieOf(await post('sign-up', mina, 'k1'))).toEqual({
      name: 'inventory_session',
      value: expect.stringMatching(/^[\w-]{91}$/),
      httpOnly: true,
      secure: true,
      sameSite: 'lax',
      path: '/',
      maxAge: 30 * 24 * 60 * 60,
    });
  });

  it('leaves Secure off where there is no TLS', async () => {
    const { post } = await wired({ secureCookies: false });
    expect(cookieOf(await post('sign-up', mina, 'k1')).secure).toBeUndefined();
  });

  it('gives the same account and session to the same command', async () => {
    const { post, commands } = await wired();
    const [first, again] = [await post('sign-up', mina, 'k1'), await post('sign-up', mina, 'k1')];
    expect(signedIn.parse(again.body).user).toEqual(signedIn.parse(first.body).user);
    expect(cookieOf(again)).toEqual(cookieOf(first));
    expect(again.position).toBe(first.position);
    expect(commands.log).toHaveLength(2);
  });

  it('says that an email is taken', async () => {
    const { post } = await wired();
    await post('sign-up', mina, 'k1');
    await expect(post('sign-up', mina, 'k2')).rejects.toThrow(Conflict);
  });

  it('says so, and writes it down, of each email that is asked for under one key', async () => {
    const { identity, post, commands } = await wired();
    const emails = [mina.email, 'nora@example.com'];
    for (const email of emails) await post('sign-up', { ...mina, email }, email);
    for (const email of emails) {
      const command = contextOf('k', { payload: email });
      const asked = call(identity.routes, 'POST /identity/sign-up', { body: { ...mina, email }, command });
      await expect(asked).rejects.toThrow(EmailTaken);
    }
    expect(commands.ofType('SignUpRefused')).toHaveLength(2);
  });

  it.each([
    ['name', { name: ' ' }, 'Name is Required'],
    ['email', { email: 'mina' }, 'Not an email address'],
    ['email', { email: ' ' }, 'Email is Required'],
    ['email', { email: undefined }, 'Email is Required'],
    ['password', { password: '' }, 'Password is Required'],
    ['password', { password: '12345' }, 'Must be 6 characters long or longer'],
    ['password', { password: 'x'.repeat(257) }, /256/],
    ['password', { password: 'letmein' }, /too common/],
  ])('refuses a bad %s', async (path, but, message) => {
    const { post, commands } = await wired();
    const refusal: unknown = await post('sign-up', { ...mina, ...but }, 'k1').catch((reason: unknown) => reason);
    expect(refusal).toBeInstanceOf(Invalid);
    expect(refusal).toMatchObject({
      errors: [{ path, message: typeof message === 'string' ? message : expect.stringMatching(message) }],
    });
    expect(commands.log).toEqual([]);
  });

  it('keeps the password out of the fingerprint', async () => {
    const { identity } = await wired();
    const withPassword = identity.routes.filter(({ path }) => /sign-(up|in)$/.test(path));
    expect(withPassword.map(({ secretFields }) => secretFields)).toEqual([['password'], ['password']]);
  });
});

describe('POST /identity/sign-in', () => {
  it('says what is missing, in the words of the form', async () => {
    const { post } = await wired();
    await expect(post('sign-in', {}, 'k1')).rejects.toMatchObject({
      errors: [
        { path: 'email', message: 'Email is Required' },
        { path: 'password', message: 'Password is Required' },
      ],
    });
  });

  it('starts a session of its own', async () => {
    const { post } = await wired();
    const first = await post('sign-up', mina, 'k1');
    const answer = await post('sign-in', { email: 'MINA@example.com', password: mina.password }, 'k2');
    expect(answer).toMatchObject({ status: 200, position: 3n });
    expect(signedIn.parse(answer.body).user).toEqual(signedIn.parse(first.body).user);
    expect(cookieOf(answer).value).not.toBe(cookieOf(first).value);
  });

  it('refuses, and starts nothing', async () => {
    const { post, commands } = await wired();
    await post('sign-up', mina, 'k1');
    await expect(post('sign-in', { ...mina, password: 'another one' }, 'k2')).rejects.toThrow(Unauthorized);
    await expect(post('sign-in', { ...mina, email: 'nobody@example.com' }, 'k3')).rejects.toThrow(Unauthorized);
    expect(commands.log.map(({ type }) => type)).toEqual([
      'AccountOpened',
      'SessionStarted',
      'SignInFailed',
      'SignInFailed',
    ]);
  });
});

describe('a session that begins as its account changes', () => {
  it.each([
    ['gets another password', { type: 'PasswordChanged', data: { uid: '', passwordHash: 'x', because: 'changed' } }],
    ['is taken over', { type: 'AccountTakenOver', data: { uid: '', login: 'l1' } }],
    ['is closed', { type: 'PersonForgotten', data: { uid: '' } }],
  ] as const)('is over at once, when that %s', async (_, { type, data }) => {
    const { post, commands, identity, beside } = await wired();
    const { user } = signedIn.parse((await post('sign-up', mina, 'k1')).body);
    const own = await identity.accounts.findByEmail(mina.email);
    const changed = { type, data: { ...data, uid: user.uid } } as AccountEvent;
    beside.set('SessionStarted', () => {
      // After who ended the sessions has looked which ones there are.
      void commands.execute(account, own?.accountId ?? '', contextOf('k2'), { type: 'Change' }, () => [changed]);
    });
    await expect(post('sign-in', mina, 'k3')).rejects.toThrow('Please log in again.');
    expect(commands.log.map((event) => event.type).slice(2)).toEqual(['SessionStarted', type, 'SessionEnded']);
  });
});

describe('POST /identity/refresh', () => {
  it('gives an ID token for a session', async () => {
    const { identity, post } = await wired();
    const start = await post('sign-up', mina, 'k1');
    const answer = await post('refresh', undefined, 'k2', cookiesOf(start));
    const provedBy = ({ body }: Answer) => identity.tokens.verifyIdToken(signedIn.parse(body).idToken);
    expect(await provedBy(answer)).toEqual(await provedBy(start));
    expect(answer).toMatchObject({ status: 200, headers: { 'Cache-Control': 'no-store' } });
    expect(signedIn.parse(answer.body).user).toEqual(signedIn.parse(start.body).user);
  });

  it.each([{}, { inventory_session: '' }, { inventory_session: 'made up' }])('refuses %j', async (cookies) => {
    const { post } = await wired();
    await expect(post('refresh', undefined, 'k1', cookies)).rejects.toThrow(Unauthorized);
  });

  it('refuses the sessions of an account that was closed, whoever has the email now', async () => {
    const { post, identity } = await wired();
    const start = await post('sign-up', mina, 'k1');
    const cookies = cookiesOf(start);
    const { uid } = signedIn.parse(start.body).user;
    await identity.accounts.forget({ uid, email: mina.email }, contextOf('k2'));
    await expect(post('refresh', undefined, 'k3', cookies)).rejects.toThrow(Unauthorized);
    await post('sign-up', mina, 'k4');
    await expect(post('refresh', undefined, 'k5', cookies)).rejects.toThrow(Unauthorized);
  });
});

describe('POST /identity/sign-out', () => {
  it('ends the session on the server, and takes the cookie away', async () => {
    const { post } = await wired();
    const start = await post('sign-up', mina, 'k1');
    const answer = await post('sign-out', undefined, 'k2', cookiesOf(start));
    expect(answer).toMatchObject({ status: 204, position: 3n });
    expect(cookieOf(answer)).toMatchObject({ name: 'inventory_session', value: '', maxAge: 0, path: '/' });
    await expect(post('refresh', undefined, 'k3', cookiesOf(start))).rejects.toThrow(Unauthorized);
  });

  it.each([{}, { inventory_session: 'made up' }])('is content without a session: %j', async (cookies) => {
    const { post, commands } = await wired();
    expect(await post('sign-out', undefined, 'k1', cookies)).toMatchObject({ status: 204, position: undefined });
    expect(commands.log).toEqual([]);
  });
});

describe('GET /.well-known/jwks.json', () => {
  it('shows the public key and nothing private', async () => {
    const { identity } = await wired();
    const { body } = await call(identity.routes, 'GET /.well-known/jwks.json');
    expect(body).toEqual({ keys: [expect.objectContaining({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })] });
    expect(JSON.stringify(body)).not.toContain('"d"');
  });
});
