import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../backend/testing/context.ts';
import { damagedIn } from '../../backend/testing/deciding/damaged-in.ts';
import { fold } from '../kernel/aggregate.ts';
import { becauseOf, type Commands } from '../kernel/commands.ts';
import { Conflict, SomeNotDone } from '../kernel/errors.ts';
import type { StoredEvent } from '../kernel/event.ts';
import { allAdmins, admins as listOfAdmins } from './admins.ts';
import { demoteUser } from './commands/demote-user.ts';
import { eraseUser } from './commands/erase-user.ts';
import { promoteUser } from './commands/promote-user.ts';
import { registerUser } from './commands/register-user.ts';
import { Departures } from './departures.ts';
import type { UserEvent, UserPromoted } from './events.ts';
import { user } from './user.ts';

const people = ['u1', 'u2'] as const;

/** Commands of which each step waits for its turn, so that any other may come in between. */
function inTurn(commands: Commands, turn: () => Promise<void>): Commands {
  return {
    execute: async (...asked) => {
      await turn();
      return commands.execute(...asked);
    },
    recall: async (...asked) => {
      await turn();
      return commands.recall(...asked);
    },
    load: async (...asked) => {
      await turn();
      return commands.load(...asked);
    },
  };
}

async function demote(commands: Commands, uid: string, key: string): Promise<void> {
  try {
    const promotion = await new Departures(commands).letGo(uid, contextOf(`strike ${key}`));
    await commands.execute(user, uid, contextOf(key), { type: 'DemoteUser', uid, by: 'u9', promotion }, demoteUser);
  } catch (reason) {
    if (!(reason instanceof Conflict)) throw reason;
  }
}

async function promote(commands: Commands, uid: string, key: string): Promise<void> {
  await commands.execute(user, uid, contextOf(key), { type: 'PromoteUser', uid, by: 'u9' }, promoteUser);
}

/** How many admins there were after each event. */
function admins(log: InMemoryCommands['log']): number[] {
  const counts: number[] = [];
  const states = new Map<string, ReturnType<typeof user.evolve>>();
  for (const event of log.filter(({ stream }) => stream.startsWith('user-'))) {
    states.set(event.stream, user.evolve(states.get(event.stream) ?? fold(user, []), event as unknown as UserEvent));
    counts.push([...states.values()].filter((who) => who.status === 'registered' && who.role === 'admin').length);
  }
  return counts;
}

const action = fc.record({ demotes: fc.boolean(), uid: fc.constantFrom(...people) });

describe('admins who go', () => {
  it('never leave a shop without one, however their going, coming and the slower nodes fall together', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(action, { maxLength: 5 }), async (scheduler, actions) => {
        const followed: Promise<unknown>[] = [];
        const turn = () => scheduler.schedule(Promise.resolve());
        const store = new InMemoryCommands({
          appended: (events) => {
            // Two nodes, each of which lists whom it hears of in its own time.
            for (const event of events.filter(({ type }) => type === 'UserPromoted' || type === 'UserDemoted')) {
              const { uid } = (event as StoredEvent<UserPromoted>).data;
              for (let node = 0; node < 2; node++) {
                followed.push(turn().then(() => new Departures(slow).follow(uid, becauseOf(event, 'list admins'))));
              }
            }
          },
        });
        const slow = inTurn(store, turn);
        for (const uid of people) {
          const who = { type: 'RegisterUser', uid, name: uid, email: `${uid}@inventory.example` } as const;
          await store.execute(user, uid, contextOf(uid), who, registerUser);
        }
        for (const uid of people) await promote(store, uid, `first ${uid}`);
        const going = actions.map(({ demotes, uid }, n) => (demotes ? demote : promote)(slow, uid, `action ${n}`));
        await scheduler.waitIdle();
        await Promise.all([...going, ...followed]);
        const since = store.log.findIndex(({ type }) => type === 'UserPromoted');
        expect(Math.min(...admins(store.log).slice(since))).toBeGreaterThan(0);
      }),
      { numRuns: 1_500 },
    ));

  it('count only as long as they are admins, also where the list has not heard of it yet', async () => {
    const commands = new InMemoryCommands();
    const departures = new Departures(commands);
    for (const uid of people) {
      const who = { type: 'RegisterUser', uid, name: uid, email: `${uid}@inventory.example` } as const;
      await commands.execute(user, uid, contextOf(uid), who, registerUser);
      await promote(commands, uid, `promote ${uid}`);
      await departures.follow(uid, contextOf(`list ${uid}`));
    }
    await commands.execute(user, 'u1', contextOf('erase'), { type: 'EraseUser', uid: 'u1' }, eraseUser);
    const onList = async () => {
      const list = await commands.load(listOfAdmins, allAdmins);
      return people.filter((uid) => list.get(uid)?.isListed);
    };
    expect(await onList()).toEqual(['u1', 'u2']);
    await expect(departures.letGo('u2', contextOf('let go'))).rejects.toThrow(/last admin/);
    await departures.follow('u1', contextOf('follow'));
    expect(await onList()).toEqual(['u2']);
  });

  it('are let go where another is known to stay, whoever else cannot be read', async () => {
    const store = new InMemoryCommands();
    for (const uid of ['u1', 'u2', 'u3']) {
      const who = { type: 'RegisterUser', uid, name: uid, email: `${uid}@inventory.example` } as const;
      await store.execute(user, uid, contextOf(uid), who, registerUser);
      await promote(store, uid, `promote ${uid}`);
      await new Departures(store).follow(uid, contextOf(`list ${uid}`));
    }
    const departures = new Departures(damagedIn(store, 'user-u1'));
    expect(await departures.hasAny()).toBe(true);
    expect(await departures.letGo('u3', contextOf('let go'))).toBe(1);
    // Whether u1 stays nobody can say.
    await demote(store, 'u3', 'demote');
    await expect(departures.letGo('u2', contextOf('last'))).rejects.toThrow(SomeNotDone);
  });

  it('are let go to be forgotten though they cannot be read themselves, but for the last on the list', async () => {
    const store = new InMemoryCommands();
    const join = async (uid: string) => {
      const who = { type: 'RegisterUser', uid, name: uid, email: `${uid}@inventory.example` } as const;
      await store.execute(user, uid, contextOf(uid), who, registerUser);
    };
    for (const uid of ['u1', 'u2', 'u3']) await join(uid);
    for (const uid of people) await promote(store, uid, `promote ${uid}`);
    for (const uid of people) await new Departures(store).follow(uid, contextOf(`list ${uid}`));
    const onList = async () => [...(await store.load(listOfAdmins, allAdmins))].filter(([, { isListed }]) => isListed);
    await new Departures(damagedIn(store, 'user-u3')).letGoForGood('u3', contextOf('no admin'));
    expect(await onList()).toHaveLength(2);
    await new Departures(damagedIn(store, 'user-u1')).letGoForGood('u1', contextOf('admin'));
    expect(await onList()).toMatchObject([['u2', {}]]);
    const last = new Departures(damagedIn(store, 'user-u2')).letGoForGood('u2', contextOf('last'));
    await expect(last).rejects.toThrow(Conflict);
    expect(await onList()).toHaveLength(1);
  });
});

it.each(['user-u1', 'admins-all'])(
  'a shop has an admin where %s cannot be read, so that it opens, and nobody becomes the first',
  async (damaged) => {
    const store = new InMemoryCommands();
    const who = { type: 'RegisterUser', uid: 'u1', name: 'Mina', email: 'mina@inventory.example' } as const;
    await store.execute(user, 'u1', contextOf('register'), who, registerUser);
    await promote(store, 'u1', 'promote');
    await new Departures(store).follow('u1', contextOf('list'));
    const departures = new Departures(damagedIn(store, damaged));
    expect([await departures.hasAny(), await departures.hasLostAll()]).toEqual([true, false]);
  },
);

describe('who was named the first admin', () => {
  it('may yet become one, or is one, until they were one before or are known no more', async () => {
    const commands = new InMemoryCommands();
    const departures = new Departures(commands);
    const register = { type: 'RegisterUser', uid: 'u1', name: 'Mina', email: 'mina@example.com' } as const;
    expect(await departures.mayBecomeFirst('u1')).toBe(false);
    await commands.execute(user, 'u1', contextOf('register'), register, registerUser);
    expect(await departures.mayBecomeFirst('u1')).toBe(true);
    await promote(commands, 'u1', 'promote');
    expect(await departures.mayBecomeFirst('u1')).toBe(true);
    const demoted = { type: 'DemoteUser', uid: 'u1', by: 'u9', promotion: 1 } as const;
    await commands.execute(user, 'u1', contextOf('demote'), demoted, demoteUser);
    expect(await departures.mayBecomeFirst('u1')).toBe(false);
    await promote(commands, 'u1', 'again');
    await departures.follow('u1', contextOf('list'));
    expect(await departures.hasLostAll()).toBe(false);
    await commands.execute(user, 'u1', contextOf('erase'), { type: 'EraseUser', uid: 'u1' }, eraseUser);
    expect(await departures.mayBecomeFirst('u1')).toBe(false);
    expect(await departures.hasLostAll()).toBe(true);
  });
});
