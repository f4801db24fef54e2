import { parseSetCookie, stringifyCookie } from 'cookie';
import { expect, it } from 'vitest';
import { contextOf } from '../../../backend/testing/context.ts';
import type { Answer } from '../../kernel/route.ts';
import { cookiesIn, identityUnderTest, mina } from '../testing/identity-under-test.ts';
import type { Issuer } from './issuer.ts';

const issuer: Issuer = {
  isReal: true,
  begin: async () => ({ address: 'https://issuer.example', handshake: { state: 's', nonce: 'n', verifier: 'v' } }),
  finish: async () => ({
    ...{ issuer: 'https://issuer.example', subject: 'mina', name: mina.name, email: mina.email },
    isEmailVerified: true,
  }),
};

const setBy = ({ headers }: Answer) => [headers?.['Set-Cookie'] ?? []].flat().map((cookie) => parseSetCookie(cookie));
const hidden = (name: string, path: string, maxAge: number) => ({
  ...{ name, path, maxAge, value: maxAge === 0 ? '' : expect.stringMatching(/./) },
  ...{ httpOnly: true, secure: true, sameSite: 'lax' },
});
const session = hidden('inventory_session', '/', 30 * 24 * 60 * 60);
const known = hidden('inventory_known', '/identity', 180 * 24 * 60 * 60);
const attemptOver = hidden('inventory_google', '/identity/google', 0);

it('what a browser keeps of a sign-in through Google is hidden from scripts, other sites and other paths, and goes with it', async () => {
  // An admin’s account is taken over by nobody: it is linked by who signs in to it.
  const google = { issuer, originOf: () => 'https://shop.example' };
  const { ask, addApp, callerOf } = await identityUnderTest({ isAdmin: true, google });
  const signedUp = await ask('POST /identity/sign-up', { body: mina, command: contextOf('sign-up') });
  const throughGoogle = async (key: string) => {
    const begun = await ask('GET /identity/google', { command: contextOf(`begin ${key}`) });
    expect(setBy(begun)).toEqual([hidden('inventory_google', '/identity/google', 10 * 60)]);
    const cookies = cookiesIn(begun.headers?.['Set-Cookie']);
    return ask('GET /identity/google/callback', { cookies, command: contextOf(key) });
  };
  const waiting = await throughGoogle('first');
  expect(setBy(waiting)).toEqual([hidden('inventory_link', '/identity', 15 * 60), attemptOver]);
  const linked = await ask('POST /identity/sign-in', {
    body: { email: mina.email, password: mina.password },
    headers: { cookie: stringifyCookie(cookiesIn(waiting.headers?.['Set-Cookie'])) },
    command: contextOf('sign-in'),
  });
  expect(setBy(linked)).toEqual([session, known, hidden('inventory_link', '/identity', 0)]);
  const told = { name: 'inventory_signed_in', value: '1', path: '/', maxAge: 60, secure: true, sameSite: 'lax' };
  expect(setBy(await throughGoogle('second'))).toEqual([session, known, told, attemptOver]);
  await addApp(await callerOf(signedUp));
  expect(setBy(await throughGoogle('third'))).toEqual([hidden('inventory_pending', '/identity', 5 * 60), attemptOver]);
});
