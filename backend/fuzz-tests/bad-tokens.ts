import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { decodeJwt, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { keyFile } from '../start/keys/identity-keys.ts';
import { keptIn } from '../start/keys/kept-keys.ts';

/** A token that must not be taken, made from a good one of the same kind; and what is said of it. */
type BadToken = { readonly why: string; readonly token: string; readonly detail: string };

const notValid = 'The token is not valid.';

type Header = { readonly alg: string; readonly typ: string; readonly kid: string };

/**
 * What whoever wants in would send in the place of a token: forged without the shop's key, in each way that JWTs are known
 * to be forged (RFC 8725, 2), and what the shop's own key would have to sign for it to be any good.
 * @param good one that is taken where these are sent
 */
export async function badTokens(dataDir: string, good: string): Promise<BadToken[]> {
  const [head = '', body = '', signature = ''] = good.split('.');
  const header: Header = JSON.parse(Buffer.from(head, 'base64url').toString());
  const claims = decodeJwt(good);
  const [own] = keptIn(readFileSync(keyFile(dataDir), 'utf8'), 'the keys').signing;
  if (!own) throw new Error('The shop has no key.');
  const { d: _, ...publicKey } = own;
  const secrets = publicKeyTexts(publicKey);
  const theirs = await generateKeyPair('ES256', { extractable: true });
  const rsa = await generateKeyPair('RS256');
  const p384 = await generateKeyPair('ES384');
  const signed = (payload: JWTPayload, key: Parameters<SignJWT['sign']>[0], but: object = {}) =>
    new SignJWT(payload).setProtectedHeader({ ...header, ...but }).sign(key);
  const byUs = async (but: JWTPayload, header_: object = {}) =>
    signed({ ...claims, ...but }, await importJWK(own, 'ES256'), header_);
  const bad = (why: string, token: string, detail = notValid): BadToken => ({ why, token, detail });
  const now = Math.floor(Date.now() / 1_000);

  return [
    bad('nothing like one', 'a.b.c'),
    bad('without a signature', `${head}.${body}.`),
    bad('with half a signature', `${head}.${body}.${signature.slice(0, 40)}`),
    bad('with other claims under the signature', `${head}.${encoded({ ...claims, name: 'Mallory' })}.${signature}`),
    bad('of no algorithm', new UnsecuredJWT(claims).encode()),
    bad('of no algorithm, otherwise spelled', `${encoded({ ...header, alg: 'nOnE' })}.${body}.`),
    ...(await Promise.all(
      secrets.map(async (secret) =>
        bad('of a secret that is our public key', await signed(claims, secret, { alg: 'HS256' })),
      ),
    )),
    bad('of another algorithm', await signed(claims, rsa.privateKey, { alg: 'RS256' })),
    bad('of another curve', await signed(claims, p384.privateKey, { alg: 'ES384' })),
    bad('of another key under the name of ours', await signed(claims, theirs.privateKey)),
    bad('of another key without a name', await signed(claims, theirs.privateKey, { kid: undefined })),
    bad('that brings its key', await signed(claims, theirs.privateKey, { jwk: await publicPart(theirs.publicKey) })),
    bad(
      'that says where its key is',
      await signed(claims, theirs.privateKey, { jku: 'https://elsewhere.example/jwks' }),
    ),
    bad('for another audience', await byUs({ aud: 'elsewhere' })),
    bad('for nobody', await byUs({ aud: undefined })),
    bad('from another issuer', await byUs({ iss: 'https://elsewhere.example' })),
    bad('from nobody', await byUs({ iss: undefined })),
    bad('of another type', await byUs({}, { typ: 'at+JWT-not' })),
    bad('that has expired', await byUs({ exp: now - 60 }), 'The token has expired.'),
    bad('that never expires', await byUs({ exp: undefined })),
    bad('that is not good yet', await byUs({ nbf: now + 3_600 })),
    bad('of no session', await byUs({ sid: undefined })),
    bad('of a session that never was', await byUs({ sid: 'none' }), 'Please log in again.'),
  ];
}

/** In the forms in which a public key may be taken for a shared secret (RFC 8725, 2.1). */
function publicKeyTexts(publicKey: JsonWebKey): Uint8Array[] {
  const key = createPublicKey({ key: publicKey, format: 'jwk' });
  const texts = [
    key.export({ type: 'spki', format: 'pem' }),
    key.export({ type: 'spki', format: 'der' }),
    JSON.stringify(publicKey),
  ];
  return texts.map((text) => Buffer.from(text));
}

async function publicPart(key: CryptoKey): Promise<JWK> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', key);
  return { kty, crv, x, y } as JWK;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
