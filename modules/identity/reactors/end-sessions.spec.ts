import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { stored } from '../../../backend/testing/stored.ts';
import type { Actor } from '../../kernel/event.ts';
import type { PasskeyAdded, TotpAdded } from '../factors/events.ts';
import { sessions as sessionDocuments } from '../read-models/sessions.ts';
import { secretsOf } from '../secrets.ts';
import { Sessions } from '../sessions/sessions.ts';
import { loginUnlinked, passwordChanged } from '../testing/examples.ts';
import { passkeyAdded, totpAdded } from '../testing/factor-examples.ts';
import { endSessionsOfBefore } from './end-sessions.ts';

const holder = { uid: 'u1', accountId: 'a1', by: 'password', browser: 'Firefox on Linux' } as const;
const noon = new Date('2026-01-02T12:00:00Z').getTime();

/** Sessions on doubles, with a clock that stands still; nothing reacts to events. */
function wired() {
  const clock = { at: noon };
  const readModels = new InMemoryReadModels();
  const commands = new InMemoryCommands({ appended: (events) => readModels.follow([sessionDocuments], events) });
  const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] });
  const sessions = new Sessions({ commands, readModels, secrets, now: () => new Date(clock.at) });
  return { clock, commands, sessions };
}

describe('a login that was taken away by a node that was gone before it ended sessions', () => {
  /** What runs of three sessions: an old one, the one in which it was taken away after a proof, and one that began since. */
  async function afterwards(actor: Actor) {
    const { clock, sessions } = wired();
    const [own, stranger] = [
      await sessions.start(holder, contextOf('own')),
      await sessions.start({ ...holder, by: 'provider' }, contextOf('stranger')),
    ];
    clock.at += 60 * 60_000;
    await sessions.prove(own.sid, 'password', contextOf('prove'));
    clock.at += 15 * 60_000;
    const event = stored(loginUnlinked(), { time: new Date(clock.at).toISOString(), actor });
    clock.at += 1_000;
    const since = await sessions.start(holder, contextOf('since'));
    for (const _ of ['once', 'again']) await endSessionsOfBefore(sessions).react(event);
    return Promise.all([own, stranger, since].map(async ({ sid }) => (await sessions.now(sid)) !== undefined));
  }

  it('ends those of before in which nobody proved lately who they are', async () =>
    expect(await afterwards({ uid: 'u1', role: 'user' })).toEqual([true, false, true]));

  it('ends none where it turned out to lead elsewhere as it was linked', async () =>
    expect(await afterwards({ uid: 'anonymous', role: 'anonymous' })).toEqual([true, true, true]));
});

describe('a password that was changed by a node that was gone before it ended sessions', () => {
  it('ends those of before, but the one in which it was changed', async () => {
    const { clock, commands, sessions } = wired();
    const [own, elsewhere] = [
      await sessions.start(holder, contextOf('own')),
      await sessions.start(holder, contextOf('elsewhere')),
    ];
    clock.at = noon + 1_000;
    const atThatMoment = await sessions.start(holder, contextOf('at that moment'));
    const event = stored(passwordChanged({ sid: own.sid }), { time: new Date(clock.at).toISOString() });
    clock.at = noon + 2_000;
    const since = await sessions.start(holder, contextOf('since'));
    const reactor = endSessionsOfBefore(sessions);
    for (const _ of ['once', 'again']) await reactor.react(event);
    const runs = async ({ sid }: { sid: string }) => (await sessions.now(sid)) !== undefined;
    const running = await Promise.all([own, elsewhere, atThatMoment, since].map(runs));
    expect(running).toEqual([true, false, false, true]);
    const ended = { uid: 'u1', because: 'password-changed' };
    expect(commands.ofType('SessionEnded').map(({ data }) => data)).toEqual([ended, ended]);
  });
});

describe('a first factor that was added by a node that was gone before it ended sessions', () => {
  /** Whether these run: the session in which it was added, one of before, and one that began since. */
  async function afterwards(added: (but: { sid?: string }) => TotpAdded | PasskeyAdded, { isFirst = true } = {}) {
    const { clock, sessions } = wired();
    const [own, elsewhere] = [
      await sessions.start(holder, contextOf('own')),
      await sessions.start(holder, contextOf('elsewhere')),
    ];
    const data = isFirst ? { sid: own.sid } : {};
    const event = stored(added(data), { time: new Date(noon + 1_000).toISOString() });
    clock.at = noon + 2_000;
    const since = await sessions.start(holder, contextOf('since'));
    for (const _ of ['once', 'again']) await endSessionsOfBefore(sessions).react(event);
    return Promise.all([own, elsewhere, since].map(async ({ sid }) => (await sessions.now(sid)) !== undefined));
  }

  it.each([totpAdded, passkeyAdded])('ends those of before, but the one in which it was added', async (added) =>
    expect(await afterwards(added)).toEqual([true, false, true]),
  );

  it.each([totpAdded, passkeyAdded])('ends none with a further factor', async (added) =>
    expect(await afterwards(added, { isFirst: false })).toEqual([true, true, true]),
  );
});
