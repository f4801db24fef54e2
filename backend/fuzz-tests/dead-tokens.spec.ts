import { readFileSync } from 'node:fs';
import { decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { declaredCalls } from '../api-tests/http/declared-calls.ts';
import { expectProblem } from '../api-tests/http/expect-problem.ts';
import { openShop, shopUnderTest } from '../api-tests/shop-under-test.ts';
import { demoAdmin, demoPassword } from '../start/demo/seed.ts';
import { keyFile, replaceKeys } from '../start/keys/identity-keys.ts';
import { type KeptKeys, keptIn } from '../start/keys/kept-keys.ts';
import { withNew, withOtherFirst, withOthersRetired } from '../start/keys/key-steps.ts';
import { type ApiClient, password, signIn, signUp } from '../testing/api-client.ts';
import { asOften } from '../testing/as-often.ts';
import { badTokens } from './bad-tokens.ts';

const shop = shopUnderTest();

/** Every call that wants to know who is calling, as the shop's document tells of it, and which token it takes. */
async function guardedCalls(origin: string) {
  const calls = (await declaredCalls(origin)).map(({ call, operation }) => {
    const [method = '', path = ''] = call.split(' ');
    const [proof] = (operation.security ?? []).flatMap(Object.keys);
    return { call, method, path: path.replaceAll(/\{\w+\}/g, 'x'), proof };
  });
  const guarded = calls.filter(({ proof }) => proof === 'accessToken' || proof === 'idToken');
  expect(guarded.length).toBeGreaterThan(20);
  return guarded;
}

/** Each call is asked with every third kind of bad token by `npm test`, the next with the next; with each by the thorough run. */
const turns = asOften(3, 1);

type Tokens = Pick<ApiClient, 'token' | 'idToken'>;

/** Each guarded call refuses the token of its kind, whoever it says it is from, before it looks at anything else. */
async function expectRefused(
  origin: string,
  { token, idToken }: Tokens,
  detail: string,
  why = '',
  turn?: number,
): Promise<void> {
  for (const [place, { call, method, path, proof }] of (await guardedCalls(origin)).entries()) {
    if (turn !== undefined && place % turns !== turn % turns) continue;
    const kind = proof === 'idToken' ? idToken : token;
    const reply = await shop.nobody.at(origin).call(method, path, { token: kind });
    expect({ call, why, status: reply.status }).toEqual({ call, why, status: 401 });
    expectProblem(reply, 401, detail);
  }
}

const isKnown = async ({ email }: ApiClient, who: ApiClient) => (await who.get(`/admin/${email}`)).status === 200;

describe('every call that wants to know who is calling', () => {
  it('refuses whatever is no token of its kind, made in time by this shop for a session that runs', async () => {
    const { admin, dataDir, origin } = shop;
    const [forAccess, forId] = [await badTokens(dataDir, admin.token ?? ''), await badTokens(dataDir, admin.idToken)];
    for (const [index, { why, token, detail }] of forAccess.entries()) {
      await expectRefused(origin, { token, idToken: forId[index]?.token ?? '' }, detail, why, index);
    }
    await expectRefused(
      origin,
      { token: admin.idToken, idToken: admin.token ?? '' },
      'The token is not valid.',
      'the other kind',
    );
    expect(await isKnown(admin, admin)).toBe(true);
  });

  it('refuses both tokens of a session that has ended', async () => {
    const leaving = await signUp(shop.origin);
    const staying = await signIn(shop.origin, leaving.email);
    await shop.nobody.post('/identity/sign-out', undefined, { headers: { cookie: leaving.cookie } });
    await expectRefused(shop.origin, leaving, 'Please log in again.');
    expect(await isKnown(staying, staying)).toBe(true);
  });

  it('refuses both tokens of somebody who was erased', async () => {
    const erased = await signUp(shop.origin);
    expect((await erased.call('DELETE', '/me', { body: { password } })).status).toBe(204);
    await expectRefused(shop.origin, erased, 'Please log in again.');
  });
});

describe('a token from before', () => {
  const isAdmins = ({ responses }: { readonly responses?: unknown }) =>
    JSON.stringify(responses).includes('Not an admin');

  it('opens to its owner what they may now: nothing of the admins’ once they are demoted, and all of it once they are made one', async () => {
    const calls = (await declaredCalls(shop.origin)).filter(({ operation }) => isAdmins(operation));
    expect(calls.length).toBeGreaterThan(5);
    const changing = await signUp(shop.origin);
    const expectAdmin = async (isAdmin: boolean) => {
      for (const { call } of calls) {
        const [method = '', path = ''] = call.split(' ');
        const { status } = await changing.call(method, path.replaceAll(/\{\w+\}/g, 'nobody@inventory.example'));
        expect({ call, isAdmin: status !== 403 }).toEqual({ call, isAdmin });
      }
    };
    await expectAdmin(false);
    expect((await shop.admin.put(`/user/admin/${changing.email}`)).status).toBe(200);
    await expectAdmin(true);
    expect((await shop.admin.delete(`/user/admin/${changing.email}`)).status).toBe(200);
    await expectAdmin(false);
  });

  it('is taken while its key is replaced, and by no call once that key is gone', async () => {
    const first = await openShop();
    const { dataDir } = first;
    const old = await signUp(first.origin);
    await first.close();
    const open = async (change: (keys: KeptKeys) => KeptKeys | Promise<KeptKeys>) => {
      const before = keptIn(readFileSync(keyFile(dataDir), 'utf8'), 'the keys');
      await replaceKeys(dataDir, await change(before), before);
      return openShop({ DATA_DIR: dataDir });
    };

    const between = await open(async (keys) => withOtherFirst(await withNew(keys, 'signing'), 'signing'));
    const fresh = await signIn(between.origin, demoAdmin.email, demoPassword);
    expect(kidOf(fresh)).not.toBe(kidOf(old));
    expect(await isKnown(old, old.at(between.origin))).toBe(true);
    expect(await isKnown(fresh, fresh)).toBe(true);
    await between.close();

    const after = await open((keys) => withOthersRetired(keys, 'signing'));
    await expectRefused(after.origin, old, 'The token is not valid.');
    expect(await isKnown(fresh, fresh.at(after.origin))).toBe(true);
    await after.end();
  });
});

const kidOf = ({ token }: ApiClient) => decodeProtectedHeader(token ?? '').kid;
