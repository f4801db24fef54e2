import { parseSetCookie } from 'cookie';
import { describe, expect, it } from 'vitest';
import { KnownBrowsers } from './known-browsers.ts';

const days = 24 * 60 * 60 * 1_000;
const mina = 'mina@example.com';
type Account = { uid: string; passwordHash?: string };

function wired(secret = Buffer.alloc(32, 1)) {
  const clock = { time: Date.parse('2026-05-04T10:00:00Z') };
  const held = new Map<string, Account>([[mina, { uid: 'somebody-1', passwordHash: 'hash 1' }]]);
  const findByEmail = async (email: string) => {
    const account = held.get(email);
    return (
      account && {
        isProved: true,
        logins: [],
        generation: 0,
        email,
        name: 'Somebody',
        accountId: `a-${email}`,
        ...account,
      }
    );
  };
  const browsers = new KnownBrowsers({
    accounts: { findByEmail },
    secret,
    secureCookies: true,
    now: () => new Date(clock.time),
  });
  const remember = async (email: string, cookie?: string) =>
    parseSetCookie(await browsers.remember(cookie, { email })).value;
  return { browsers, clock, held, remember };
}

describe('a browser that somebody was signed in with', () => {
  it('is known for that account, by a cookie that scripts cannot read and that names nobody', async () => {
    const { browsers, held, remember } = wired();
    held.set('omar@example.com', { uid: 'u2', passwordHash: 'hash 2' });
    const cookie = await remember(mina);
    expect(await browsers.knows(cookie, mina)).toEqual(expect.any(String));
    expect(await browsers.knows(cookie, 'omar@example.com')).toBeUndefined();
    expect(await browsers.knows(cookie, 'nobody@example.com')).toBeUndefined();
    expect(parseSetCookie(await browsers.remember(undefined, { email: mina }))).toMatchObject({
      httpOnly: true,
      secure: true,
      sameSite: 'lax',
      path: '/identity',
      maxAge: 180 * 86_400,
    });
    expect(`${cookie}${Buffer.from(cookie ?? '', 'base64url')}`).not.toMatch(/mina|example|somebody/);
  });

  it('stays the same one for each who shares it, five at most', async () => {
    const { browsers, held, remember } = wired();
    const emails = Array.from({ length: 6 }, (_, n) => `somebody-${n}@example.com`);
    let cookie: string | undefined;
    for (const [n, email] of emails.entries()) {
      held.set(email, { uid: `of ${n}`, passwordHash: 'hash' });
      cookie = await remember(email, cookie);
      cookie = await remember(email, cookie);
    }
    const known = await Promise.all(emails.map((email) => browsers.knows(cookie, email)));
    expect(known[0]).toBeUndefined();
    expect(new Set(known.slice(1)).size).toBe(1);
    expect(known[1]).toBeDefined();
  });

  it.each([
    [
      'the password is another',
      (held: Map<string, Account>) => held.set(mina, { uid: 'somebody-1', passwordHash: 'hash 2' }),
    ],
    ['the address is somebody else’s', (held: Map<string, Account>) => held.set(mina, { uid: 'u2' })],
    ['the account is closed', (held: Map<string, Account>) => held.delete(mina)],
  ])('is no longer known once %s', async (_, change) => {
    const { browsers, held, remember } = wired();
    const cookie = await remember(mina);
    change(held);
    expect(await browsers.knows(cookie, mina)).toBeUndefined();
  });

  it('is forgotten after half a year', async () => {
    const { browsers, clock, remember } = wired();
    const cookie = await remember(mina);
    clock.time += 179 * days;
    expect(await browsers.knows(cookie, mina)).toBeDefined();
    clock.time += days;
    expect(await browsers.knows(cookie, mina)).toBeUndefined();
  });

  it('cannot be made up', async () => {
    const { browsers, remember } = wired();
    const cookie = (await remember(mina)) ?? '';
    const strangers = await wired(Buffer.alloc(32, 2)).remember(mina);
    const [id, since, mark, signature] = cookie.split('.');
    const forged = [
      strangers,
      `${id}x.${since}.${mark}.${signature}`,
      `${id}.zzzz.${mark}.${signature}`,
      `${id}.${since}.${mark}`,
      `${cookie}.${signature}`,
      `${id}.${since}.${mark}.${'ü'.repeat(signature?.length ?? 0)}`,
      'ü'.repeat(cookie.length),
      '....',
      '',
    ];
    for (const one of forged) expect(await browsers.knows(one, mina)).toBeUndefined();
  });
});
