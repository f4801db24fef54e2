import { parseSetCookie } from 'cookie';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { PendingSignIns, pendingCookie } from './pending-sign-ins.ts';

const secret = Buffer.alloc(32, 1);
const holder = { uid: 'u1', accountId: 'a1', generation: 0 };

function wired() {
  let time = Date.parse('2026-01-02T03:04:05.000Z');
  const pending = new PendingSignIns({ secret, secure: true, now: () => new Date(time) });
  const wait = (seconds: number) => {
    time += seconds * 1_000;
  };
  return { pending, wait };
}

const tokenIn = (cookie: string) => parseSetCookie(cookie).value ?? '';

describe('a sign-in that is not finished', () => {
  it('is known again by any node, for five minutes', async () => {
    const { pending, wait } = wired();
    const token = tokenIn(await pending.begin(holder, 'password'));
    const known = { uid: 'u1', accountId: 'a1', generation: 0, by: 'password' };
    expect(await wired().pending.read(token)).toMatchObject(known);
    wait(5 * 60 - 1);
    expect(await pending.read(token)).toMatchObject(known);
    wait(1);
    expect(await pending.read(token)).toBeUndefined();
  });

  it('has a name of its own each time, for the wrong codes that are counted by it', async () => {
    const { pending } = wired();
    const [one, other] = await Promise.all([pending.begin(holder, 'password'), pending.begin(holder, 'provider')]);
    expect((await pending.read(tokenIn(one)))?.proof).not.toBe((await pending.read(tokenIn(other)))?.proof);
  });

  it('is hidden from scripts, and from other sites', async () => {
    const cookie = await wired().pending.begin(holder, 'password');
    expect(cookie).toMatch(new RegExp(`^${pendingCookie}=`));
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/identity', 'Max-Age=300']) {
      expect(cookie).toContain(part);
    }
  });

  it('is one of ours', async () => {
    const { pending } = wired();
    const forged = await new SignJWT({ account: 'a1', by: 'password' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('u1')
      .setJti('p1')
      .setAudience('inventory:pending')
      .setExpirationTime(Date.parse('2027-01-01') / 1_000)
      .sign(secret); // The shop's secret itself, which is another key.
    for (const token of [forged, 'nonsense', '', undefined]) expect(await pending.read(token)).toBeUndefined();
  });
});
