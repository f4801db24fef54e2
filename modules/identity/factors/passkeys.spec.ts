import { generateKeyPairSync, sign } from 'node:crypto';
import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { SoftwarePasskey } from '../../../backend/testing/clients/software-passkey.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { Challenges } from './challenges.ts';
import { Passkeys } from './passkeys.ts';
import { WrongFactor } from './refusals.ts';
import { SecondFactors } from './second-factors.ts';
import { siteOf } from './site.ts';

const origin = 'https://shop.example';
const secret = Buffer.alloc(32, 1);
const now = () => new Date('2026-01-02T03:04:05.000Z');
const mina = { uid: 'u1', sid: 's1', email: 'mina@example.com', name: 'Mina' };
const signIn = ['sign-in', 'p1'];

async function wired() {
  const commands = new InMemoryCommands({ now });
  const passkeys = new Passkeys({ site: siteOf(origin), challenges: new Challenges({ secret, now }) });
  const own = new SecondFactors({ commands, secret, now });
  const key = new SoftwarePasskey(origin);
  const made = await passkeys.made('u1', key.create(await passkeys.toMake(mina, await own.of('u1'))));
  await own.addPasskey(mina, 'Blue key', async () => made, contextOf('k1'));
  const state = () => own.of('u1');
  return { passkeys, own, key, state, asked: async () => passkeys.toShow(signIn, await state()) };
}

/** What the passkey is attested by (WebAuthn 3, 8.2: packed, by itself), signed with a key that is not its own. */
function attestedByAnother(attestationObject: string): string {
  const statement = isoCBOR.decodeFirst<Map<string, unknown>>(isoBase64URL.toBuffer(attestationObject));
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const sig = new Uint8Array(sign('sha256', Buffer.from('anything'), privateKey));
  statement.set('fmt', 'packed').set(
    'attStmt',
    new Map<string, unknown>([
      ['alg', -7],
      ['sig', sig],
    ]),
  );
  return isoBase64URL.fromBuffer(isoCBOR.encode(statement as Parameters<typeof isoCBOR.encode>[0]));
}

describe('a passkey', () => {
  it('is asked for among one’s own, and signs once', async () => {
    const { passkeys, own, key, state, asked } = await wired();
    const options = await asked();
    expect(options).toMatchObject({ rpId: 'shop.example', allowCredentials: [{ id: key.id }] });
    const answer = key.get(options);
    const shown = await passkeys.shown(signIn, answer, await state());
    await own.use('u1', { proof: 'p1' }, shown, contextOf('k2'));
    await expect(own.use('u1', { proof: 'p1' }, shown, contextOf('k3'))).rejects.toThrow(WrongFactor);
    await expect(own.use('u1', { proof: 'p1' }, shown, contextOf('k2'))).resolves.toBeDefined(); // Its answer was lost.
  });

  it('is made for who asked, on our own site', async () => {
    const { passkeys, state } = await wired();
    const elsewhere = new SoftwarePasskey('https://shop.example.evil.test');
    const options = async () => passkeys.toMake(mina, await state());
    await expect(passkeys.made('u1', elsewhere.create(await options()))).rejects.toThrow(WrongFactor);
    const other = new SoftwarePasskey(origin);
    await expect(passkeys.made('u2', other.create(await options()))).rejects.toThrow(WrongFactor);
    const otherId = { ...(await options()), rp: { id: 'evil.test' } };
    await expect(passkeys.made('u1', other.create(otherId))).rejects.toThrow(WrongFactor);
    const unsigned = other.create(await options());
    const attestationObject = attestedByAnother(unsigned.response.attestationObject);
    const attested = { ...unsigned, response: { ...unsigned.response, attestationObject } };
    await expect(passkeys.made('u1', attested)).rejects.toThrow(WrongFactor);
  });

  it('proves nothing that another signed, for another purpose, elsewhere, or that was changed', async () => {
    const { passkeys, key, state, asked } = await wired();
    const refused = async (answer: ReturnType<SoftwarePasskey['get']>, purpose = signIn) =>
      expect(passkeys.shown(purpose, answer, await state())).rejects.toThrow(WrongFactor);
    await refused(new SoftwarePasskey(origin).get(await asked()));
    const other = new SoftwarePasskey(origin).get(await asked());
    await refused({ ...other, id: key.id, rawId: key.id });
    await refused(key.get(await asked()), ['sign-in', 'p2']);
    await refused(key.get({ ...(await asked()), rpId: 'evil.test' }));
    await refused(key.get({ ...(await asked()), challenge: Buffer.alloc(54).toString('base64url') }));
    const changed = key.get(await asked());
    await refused({ ...changed, response: { ...changed.response, signature: 'AAAA' } });
    await refused({ ...changed, response: { ...changed.response, clientDataJSON: 'bm90IGpzb24' } });
  });
});
