import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { signIn } from '../../testing/api-client.ts';
import type { Asked, EveryCall } from '../every-call/asked.ts';
import { everyCall } from '../every-call.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { expectProblem } from './expect-problem.ts';
import { make } from './make-call.ts';

const lifetime = 15 * 60_000;
/** What two clocks may be apart. */
const tolerance = 5_000;

let ahead = 0;
const shop = shopUnderTest({}, { now: () => new Date(Date.now() + ahead) });

const guarded = everyCall.filter(({ proof }) => proof !== 'none');

describe.each(guarded)('$call', (row: EveryCall) => {
  // Once for all tokens: who is refused leaves all as it was.
  let asked: Asked;
  beforeAll(async () => {
    asked = await row.ask(shop);
  });

  it.each(['Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'Token abc', 'nonsense'])(
    'refuses "%s"',
    async (authorization) => {
      expectProblem(await make(row, shop.nobody, { ...asked, headers: { authorization } }), 401, 'Please log in.');
    },
  );

  it('refuses what is no token, is signed by somebody else, or not at all', async () => {
    for (const token of ['abc', 'a.b.c', await forged(shop.admin.token ?? ''), unsigned(shop.admin.token ?? '')]) {
      expectProblem(await make(row, shop.nobody, asked, token), 401, 'The token is not valid.');
    }
  });

  it('refuses a token of ours with other claims', async () => {
    const [header, , signature] = (shop.shopper.token ?? '').split('.');
    const [, claims] = (shop.admin.token ?? '').split('.');
    const token = [header, claims, signature].join('.');
    expectProblem(await make(row, shop.nobody, asked, token), 401, 'The token is not valid.');
  });

  it('refuses the other kind of token', async () => {
    const token = row.proof === 'ID token' ? shop.shopper.token : shop.admin.idToken;
    expectProblem(await make(row, shop.nobody, asked, token), 401, 'The token is not valid.');
  });
});

describe('a token', () => {
  it('is good for 15 minutes, and for no longer', async () => {
    const row = rowOf('GET /user');
    // Those of the shop are as old as the tests before this one took.
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    try {
      ahead = lifetime - tolerance;
      expect((await make(row, admin, { path: '/user' })).status).toBe(200);
      ahead = lifetime + 2 * tolerance;
      for (const guardedRow of guarded.filter(({ call }) => call.startsWith('GET'))) {
        expectProblem(await make(guardedRow, admin, { path: pathOf(guardedRow) }), 401, 'The token has expired.');
      }
    } finally {
      ahead = 0;
    }
  });

  it('is not needed, and not looked at, where anyone may call', async () => {
    for (const row of everyCall.filter(({ proof, call }) => proof === 'none' && call.startsWith('GET'))) {
      const asked = await row.ask(shop);
      expect((await make(row, shop.nobody, asked, 'a.b.c')).status, row.call).toBe(row.statuses[0]);
    }
  });
});

function rowOf(name: string): EveryCall {
  const row = everyCall.find(({ call }) => call === name);
  if (!row) throw new Error(`No call ${name}.`);
  return row;
}

const pathOf = ({ call }: EveryCall) => (call.split(' ')[1] ?? '').replace(/\{\w+\}/, 'x');

/** The same claims, of the same kind, with a key that is not the shop's. */
async function forged(token: string): Promise<string> {
  const [header, claims] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  const { privateKey } = await generateKeyPair('ES256');
  return new SignJWT(JSON.parse(claims ?? '')).setProtectedHeader(JSON.parse(header ?? '')).sign(privateKey);
}

function unsigned(token: string): string {
  return new UnsecuredJWT(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).encode();
}

describe('GET /.well-known/jwks.json', () => {
  it('shows the public half of the key and nothing else of it', async () => {
    const { body, status, headers } = await shop.nobody.get('/.well-known/jwks.json');
    const text = expect.any(String);
    expect(status).toBe(200);
    expect(body).toEqual({
      keys: [{ kty: 'EC', crv: 'P-256', x: text, y: text, kid: text, alg: 'ES256', use: 'sig' }],
    });
    expect(headers.get('cache-control')).toBe('public, max-age=300');
  });
});
