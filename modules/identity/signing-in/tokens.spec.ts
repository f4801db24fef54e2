import {
  createLocalJWKSet,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Unauthorized } from '../../kernel/errors.ts';
import { type Tokens, tokensOf } from './tokens.ts';

const mina = { uid: 'u1', email: 'mina@example.com', name: 'Mina', sid: 's1' };
const issuer = 'https://shop.example';
const noon = new Date('2026-01-02T12:00:00Z').getTime();
const minutes = 60_000;
let time = noon;
const now = () => new Date(time);

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return exportJWK(privateKey);
}

describe('tokens', () => {
  let signingKey: JWK;
  let tokens: Tokens;
  beforeAll(async () => {
    signingKey = await newKey();
    tokens = await tokensOf({ signing: [signingKey], issuer, now });
  });

  it('say who somebody is', async () => {
    time = noon;
    expect(await tokens.verifyIdToken(await tokens.issueIdToken(mina))).toEqual(mina);
    const access = await tokens.issueAccessToken(mina);
    expect(await tokens.verifyAccessToken(access)).toEqual(mina);
    expect(decodeJwt(access)).toMatchObject({ sub: 'u1', email: mina.email, name: 'Mina', iss: issuer });
  });

  it('say in which session they were given, and are of no use without', async () => {
    time = noon;
    const { sid: _, ...claims } = decodeJwt(await tokens.issueAccessToken(mina));
    const withoutOne = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
      .sign(await importJWK(signingKey, 'ES256'));
    await expect(tokens.verifyAccessToken(withoutOne)).rejects.toThrow(Unauthorized);
  });

  it('are not taken for one another', async () => {
    time = noon;
    const [id, access] = [await tokens.issueIdToken(mina), await tokens.issueAccessToken(mina)];
    await tokens.verifyIdToken(id);
    await tokens.verifyAccessToken(access);
    await expect(tokens.verifyAccessToken(id)).rejects.toThrow(Unauthorized);
    await expect(tokens.verifyIdToken(access)).rejects.toThrow(Unauthorized);
  });

  it('are good for 15 minutes, also when they were seen before', async () => {
    time = noon;
    const [seen, unseen] = [await tokens.issueAccessToken(mina), await tokens.issueAccessToken(mina)];
    await tokens.verifyAccessToken(seen);
    time = noon + 15 * minutes - 1;
    expect(await tokens.verifyAccessToken(seen)).toEqual(mina);
    time = noon + 15 * minutes + 6_000;
    await expect(tokens.verifyAccessToken(seen)).rejects.toThrow(/expired/);
    await expect(tokens.verifyAccessToken(unseen)).rejects.toThrow(/expired/);
  });

  it('are not believed when altered, signed by another, or not signed', async () => {
    time = noon;
    const token = await tokens.issueAccessToken(mina);
    const [header, payload, signature] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: 'u9' })).toString('base64url');
    const strangers = await tokensOf({ signing: [await newKey()], issuer, now });
    const bad = [
      `${header}.${forged}.${signature}`,
      `${header}.${payload}.`,
      await strangers.issueAccessToken(mina),
      new UnsecuredJWT(decodeJwt(token)).encode(),
      await new SignJWT(decodeJwt(token))
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(JSON.stringify(tokens.keySet()))),
      'not a token',
      '',
    ];
    for (const one of bad) await expect(tokens.verifyAccessToken(one)).rejects.toThrow(Unauthorized);
  });

  it('are believed under each key of before, and signed with the newest, while one is replaced', async () => {
    time = noon;
    const old = await tokens.issueAccessToken(mina);
    const replaced = await tokensOf({ signing: [await newKey(), signingKey], issuer, now });
    expect(await replaced.verifyAccessToken(old)).toEqual(mina);
    const fresh = await replaced.issueAccessToken(mina);
    expect(await replaced.verifyAccessToken(fresh)).toEqual(mina);
    await expect(tokens.verifyAccessToken(fresh)).rejects.toThrow(Unauthorized);
    expect(replaced.keySet().keys).toHaveLength(2);
  });

  it('are signed with another key from when it is taken, which is looked for when somebody brings its tokens', async () => {
    time = noon;
    const newer = await newKey();
    const lookedFor = { times: 0, kept: [newer, signingKey] };
    const lookForKeys = async () => {
      lookedFor.times += 1;
      await node.take(lookedFor.kept);
    };
    const node: Tokens = await tokensOf({ signing: [signingKey], issuer, now, lookForKeys });
    const old = await node.issueAccessToken(mina);
    const elsewhere = await tokensOf({ signing: [newer, signingKey], issuer, now });
    expect(await node.verifyAccessToken(await elsewhere.issueAccessToken(mina))).toEqual(mina);
    expect(lookedFor.times).toBe(1);
    expect(await node.verifyAccessToken(old)).toEqual(mina);
    expect(await elsewhere.verifyIdToken(await node.issueIdToken(mina))).toEqual(mina);
    lookedFor.kept = [newer];
    await node.take(lookedFor.kept);
    await expect(node.verifyAccessToken(old)).rejects.toThrow(Unauthorized);
    expect(node.keySet().keys).toHaveLength(1);
  });

  it('are not believed any more once their key is taken away, also those that were being checked at that moment', async () => {
    time = noon;
    const node = await tokensOf({ signing: [signingKey], issuer, now });
    const [id, seen, checked] = [
      await node.issueIdToken(mina),
      await node.issueAccessToken(mina),
      await node.issueAccessToken({ ...mina, sid: 's2' }),
    ];
    await node.verifyIdToken(id);
    await node.verifyAccessToken(seen);
    const held = Promise.withResolvers<void>();
    const verify = crypto.subtle.verify.bind(crypto.subtle);
    vi.spyOn(crypto.subtle, 'verify').mockImplementationOnce(async (...of) => {
      const isGood = await verify(...of);
      await held.promise;
      return isGood;
    });
    const checking = node.verifyAccessToken(checked);
    await node.take([await newKey()]);
    held.resolve();
    expect(await checking).toMatchObject({ sid: 's2' });
    await expect(node.verifyIdToken(id)).rejects.toThrow(Unauthorized);
    for (const token of [seen, checked]) await expect(node.verifyAccessToken(token)).rejects.toThrow(Unauthorized);
  });

  it('are not believed from another issuer with the same key', async () => {
    time = noon;
    const elsewhere = await tokensOf({ signing: [signingKey], issuer: 'https://other.example', now });
    await expect(tokens.verifyIdToken(await elsewhere.issueIdToken(mina))).rejects.toThrow(Unauthorized);
  });

  it('can be checked by anybody with the public keys, which hold nothing private', async () => {
    time = Date.now();
    const { keys } = tokens.keySet();
    expect(keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']]);
    const { payload } = await jwtVerify(await tokens.issueIdToken(mina), createLocalJWKSet({ keys }), { issuer });
    expect(payload.sub).toBe('u1');
  });

  it('are checked once, however often they come', async () => {
    time = noon;
    const token = await tokens.issueAccessToken(mina);
    expect(await tokens.verifyAccessToken(token)).toBe(await tokens.verifyAccessToken(token));
  });
});
