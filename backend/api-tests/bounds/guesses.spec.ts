import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ApiClient, password, type Reply, signUp } from '../../testing/api-client.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const perAccount = 5;
const shop = shopUnderTest({ LOGIN_LIMIT_ACCOUNT: `${perAccount}`, LOGIN_LIMIT_ADDRESS: '0' });

const refusal = 'Too many failed attempts. Please try again later.';
const nobody = () => `nobody-${randomUUID()}@inventory.example`;

/** What wants the caller's own password, though they are signed in. */
const askedFor: Readonly<Record<string, (who: ApiClient, secret: string) => Promise<Reply<unknown>>>> = {
  'POST /identity/confirm': (who, secret) => who.post('/identity/confirm', { password: secret }),
  'POST /identity/password': (who, secret) =>
    who.post('/identity/password', { password: secret, newPassword: 'quite another secret' }),
  'DELETE /me': (who, secret) => who.delete('/me', { body: { password: secret } }),
  'DELETE /people/{email}': (who, secret) => who.delete(`/people/${nobody()}`, { body: { password: secret } }),
};

describe('who is signed in', () => {
  it.each(Object.entries(askedFor))('can guess the password by %s five times, and is refused then', async (_, ask) => {
    const who = await signUp(shop.origin);
    expect((await shop.admin.put(`/user/admin/${who.email}`)).status).toBe(200);
    for (let guess = 0; guess < perAccount; guess++) expectProblem(await ask(who, 'a wrong guess'), 403);
    expectProblem(await ask(who, password), 429, refusal);
  });

  it('is told five times that somebody has an email, and no more', async () => {
    const who = await signUp(shop.origin);
    const ask = () => who.post('/identity/email', { email: shop.admin.email });
    for (let times = 0; times < perAccount; times++) {
      expectProblem(await ask(), 409);
    }
    expectProblem(await ask(), 429, refusal);
  });
});
