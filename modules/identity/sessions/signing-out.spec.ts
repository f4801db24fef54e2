import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { contextOf, keyedContextOf } from '../../../backend/testing/context.ts';
import { damagedIn } from '../../../backend/testing/deciding/damaged-in.ts';
import { sessions as sessionDocuments } from '../read-models/sessions.ts';
import { secretsOf } from '../secrets.ts';
import { Sessions } from './sessions.ts';
import { SigningOut } from './signing-out.ts';

const holder = { uid: 'u1', accountId: 'a1', by: 'password', browser: 'Firefox on Linux' } as const;

function wired() {
  const readModels = new InMemoryReadModels();
  const commands = new InMemoryCommands({ appended: (events) => readModels.follow([sessionDocuments], events) });
  const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] });
  const now = () => new Date('2026-01-02T12:00:00Z');
  const sessions = new Sessions({ commands, readModels, secrets, now });
  /** The same shop, in which the stream of a session cannot be read any more. */
  const withDamaged = (sid: string) => {
    const some = damagedIn(commands, `session-${sid}`);
    const others = new Sessions({ commands: some, readModels, secrets, now });
    return { sessions: others, signingOut: new SigningOut({ commands: some, sessions: others }) };
  };
  return { commands, sessions, signingOut: new SigningOut({ commands, sessions }), withDamaged };
}

type Damaged = ReturnType<ReturnType<typeof wired>['withDamaged']>;

describe('signing out elsewhere', () => {
  it('writes nothing where nobody is signed in, under whatever keys', async () => {
    const { commands, sessions, signingOut } = wired();
    const [here, there] = [
      await sessions.start(holder, contextOf('here')),
      await sessions.start(holder, contextOf('there')),
    ];
    const one = { sid: there.sid, because: 'signed-out-elsewhere' } as const;
    const first = await signingOut.endOne('u1', one, keyedContextOf('end'));
    const before = commands.log.length;
    for (const key of ['k1', 'k2']) {
      expect(await signingOut.endOne('u1', one, keyedContextOf(key))).toBeUndefined();
      const others = { uid: 'u1', except: here.sid, because: 'signed-out-elsewhere' } as const;
      await signingOut.endAll(here.sid, others, keyedContextOf(`all ${key}`));
    }
    expect(commands.log).toHaveLength(before);
    expect(await signingOut.endOne('u1', one, keyedContextOf('end'))).toMatchObject({ position: first?.position });
  });

  it('is known again under its key where it ended any, and ends none that began since', async () => {
    const { sessions, signingOut } = wired();
    const here = await sessions.start(holder, contextOf('here'));
    await sessions.start(holder, contextOf('there'));
    const others = { uid: 'u1', except: here.sid, because: 'signed-out-elsewhere' } as const;
    const end = () => signingOut.endAll(here.sid, others, keyedContextOf('all'));
    const first = await end();
    const since = await sessions.start(holder, contextOf('since'));
    expect(await end()).toEqual(first);
    expect(await sessions.now(since.sid)).toBeDefined();
  });

  it.each([
    [
      'by the list that is written down',
      ({ signingOut }: Damaged, sid: string) =>
        signingOut.endAll(sid, { uid: 'u1', except: sid, because: 'signed-out-elsewhere' }, keyedContextOf('all')),
    ],
    [
      'because of another password',
      ({ sessions }: Damaged, sid: string) =>
        sessions.endAllOf('u1', { except: sid, because: 'password-changed' }, contextOf('all')),
    ],
  ])('ends all but one that cannot be read, which is over at this node, and says so: %s', async (_, end) => {
    const { sessions, withDamaged } = wired();
    const sids: string[] = [];
    for (const key of ['here', 'first', 'second', 'third']) {
      sids.push((await sessions.start(holder, contextOf(key))).sid);
    }
    const [here = '', first = '', second = '', third = ''] = sids;
    const damaged = withDamaged(second);
    await expect(end(damaged, here)).rejects.toThrow(`1 failed: DamagedStream: session-${second}`);
    expect(await Promise.all([here, first, third].map(async (sid) => (await sessions.now(sid)) !== undefined))).toEqual(
      [true, false, false],
    );
    expect(await damaged.sessions.shown(second)).toBeUndefined();
  });
});
