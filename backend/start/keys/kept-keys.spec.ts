import { exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { BadSetting } from '../settings/config.ts';
import { keptIn, keyKinds, shopKeys } from './kept-keys.ts';
import { freshKeys } from './key-steps.ts';

describe('keys that were written down when there was one of each kind', () => {
  it('are still good: one signs, and of the secret one is made for each purpose, the same each time', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const secret = Buffer.alloc(32, 7);
    const text = JSON.stringify({ signingKey: await exportJWK(privateKey), secret: secret.toString('base64url') });
    const keys = shopKeys(keptIn(text, 'IDENTITY_KEYS'));
    expect(keys).toEqual(shopKeys(keptIn(text, 'IDENTITY_KEYS')));
    expect(keys.signing).toHaveLength(1);
    const [wrapping] = keys.wrapping.map(({ key }) => Buffer.from(key));
    const [emails] = keys.emails.map((key) => Buffer.from(key));
    expect(new Set([secret, wrapping, emails].map((bytes) => bytes?.toString('hex'))).size).toBe(3);
    // Written down anew they are the same.
    expect(shopKeys(keptIn(JSON.stringify(keptIn(text, 'it')), 'it'))).toEqual(keys);
  });
});

describe.each(keyKinds)('a key for %s', (kind) => {
  it('must not be missing', async () => {
    const keys = await freshKeys();
    expect(() => keptIn(JSON.stringify({ ...keys, [kind]: [] }), 'it')).toThrow(BadSetting);
  });
});
