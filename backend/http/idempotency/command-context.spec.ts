import { describe, expect, it } from 'vitest';
import { isKeyed } from '../../../modules/kernel/commands.ts';
import { Invalid } from '../../../modules/kernel/errors.ts';
import type { Actor } from '../../../modules/kernel/event.ts';
import { commandContext } from './command-context.ts';

const mina: Actor = { uid: 'u1', role: 'user' };
type Payload = Parameters<typeof commandContext>[2];
const payload: Payload = {
  call: 'PUT /user/mina@example.com',
  body: { email: 'mina@example.com', name: 'Mina' },
  query: {},
};
const secret = Buffer.alloc(32, 1);
const contextOf = (key?: string, actor = mina, sent = payload, by = secret) =>
  commandContext(key === undefined ? {} : { 'idempotency-key': key }, actor, sent, {
    secret: by,
    correlationId: 'c1',
  });

describe('a command', () => {
  it('has the same id under the same key of the same person, and another for anybody else', () => {
    expect(contextOf('k1').commandId).toBe(contextOf('k1').commandId);
    expect(contextOf('k1').commandId).not.toBe(contextOf('k2').commandId);
    expect(contextOf('k1').commandId).not.toBe(contextOf('k1', { uid: 'u2', role: 'user' }).commandId);
    expect(contextOf().commandId).not.toBe(contextOf().commandId);
    expect([contextOf('k1'), contextOf()].map(isKeyed)).toEqual([true, false]);
    expect(isKeyed({ ...contextOf('k1'), commandId: 'a step of it' })).toBe(false);
  });

  it('has the id that its key makes in every release', () =>
    expect(contextOf('k1').commandId).toBe('c5fa9a83-34f8-829b-8986-62789f94121b'));

  it('has one that begins as the next one does, without a key', () => {
    // One in 32 begins anew, so that of three two that follow one another begin alike.
    const beginnings = [1, 2, 3].map(() => contextOf().commandId.slice(0, 4));
    expect(new Set(beginnings).size).toBeLessThan(3);
  });

  it.each(['', 'k'.repeat(256)])('is refused under the key %j', (key) => expect(() => contextOf(key)).toThrow(Invalid));

  it('has the fingerprint of what was sent, in whatever order it was written', () => {
    const { fingerprint } = contextOf('k1');
    const turned = { ...payload, body: { name: 'Mina', email: 'mina@example.com' } };
    expect(contextOf('k2', mina, turned).fingerprint).toBe(fingerprint);
    for (const other of [
      { call: 'PUT /user/ada@example.com' },
      { body: { email: 'mina@example.com' } },
      { query: { a: '1' } },
    ]) {
      expect(contextOf('k1', mina, { ...payload, ...other }).fingerprint).not.toBe(fingerprint);
    }
  });

  it('has a fingerprint that tells nothing to who does not know the secret', () =>
    expect(contextOf('k1', mina, payload, Buffer.alloc(32, 2)).fingerprint).not.toBe(contextOf('k1').fingerprint));
});
