import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { damagedIn } from '../../../backend/testing/deciding/damaged-in.ts';
import { Conflict } from '../../kernel/errors.ts';
import { demoteUser } from '../commands/demote-user.ts';
import { eraseUser } from '../commands/erase-user.ts';
import { promoteUser } from '../commands/promote-user.ts';
import { registerUser } from '../commands/register-user.ts';
import { Departures } from '../departures.ts';
import { user } from '../user.ts';
import { finishDepartures } from './finish-departures.ts';

const ends = new AbortController().signal;

/** A shop with two admins, of whom one has just been let go, and nothing came of it yet; and a third person. */
async function shop() {
  const commands = new InMemoryCommands();
  const departures = new Departures(commands);
  const promote = async (uid: string, key: string) => {
    await commands.execute(user, uid, contextOf(key), { type: 'PromoteUser', uid, by: 'u9' }, promoteUser);
    await departures.follow(uid, contextOf(`list ${key}`));
  };
  for (const uid of ['goes', 'stays', 'third']) {
    const who = { type: 'RegisterUser', uid, name: uid, email: `${uid}@inventory.example` } as const;
    await commands.execute(user, uid, contextOf(uid), who, registerUser);
    if (uid !== 'third') await promote(uid, `promote ${uid}`);
  }
  const promotion = await departures.letGo('goes', contextOf('let go'));
  const timer = finishDepartures({ commands, departures });
  const look = () => timer.run(new Date(), ends);
  return { commands, departures, promote, promotion, look };
}

describe('an admin who was let go, after which the process ended', () => {
  it('is no admin any more from the second look on, once', async () => {
    const { commands, departures, look } = await shop();
    await look();
    expect(await departures.includes('goes')).toBe(true);
    for (let times = 0; times < 3; times++) await look();
    expect(await departures.includes('goes')).toBe(false);
    expect(commands.ofType('UserDemoted')).toHaveLength(1);
    // Another node, which has not looked before.
    const other = finishDepartures({ commands, departures: new Departures(commands) });
    for (let times = 0; times < 2; times++) await other.run(new Date(), ends);
    expect(commands.ofType('UserDemoted')).toHaveLength(1);
  });

  it('counts again once they are an admin again, so that the other one may go', async () => {
    const { departures, promote, look } = await shop();
    await expect(departures.letGo('stays', contextOf('too early'))).rejects.toThrow(Conflict);
    for (let times = 0; times < 2; times++) await look();
    await promote('goes', 'again');
    await look();
    expect(await departures.includes('goes')).toBe(true);
    expect(await departures.letGo('stays', contextOf('then'))).toBe(1);
  });

  it('is left to who lets them go as long as that may still be under way, and if it has been done', async () => {
    const { commands, promotion, look } = await shop();
    await look();
    const demote = { type: 'DemoteUser', uid: 'goes', by: 'stays', promotion } as const;
    await commands.execute(user, 'goes', contextOf('demote'), demote, demoteUser);
    await look();
    expect(commands.ofType('UserDemoted').map(({ data }) => data)).toEqual([{ uid: 'goes', by: 'stays' }]);
  });

  it('may have been erased meanwhile', async () => {
    const { commands, look } = await shop();
    await look();
    await commands.execute(user, 'goes', contextOf('erase'), { type: 'EraseUser', uid: 'goes' }, eraseUser);
    await look();
    expect(commands.ofType('UserDemoted')).toEqual([]);
  });

  it('is no admin any more, though another who was let go before cannot be read, which is said', async () => {
    const { commands, departures, promote, look } = await shop();
    for (let times = 0; times < 2; times++) await look();
    await promote('goes', 'again');
    // As they stand on the list, 'goes' comes first.
    for (const uid of ['goes', 'stays']) {
      if (uid === 'stays') await promote('third', 'promote third');
      await departures.letGo(uid, contextOf(`let go ${uid}`));
    }
    const some = damagedIn(commands, 'user-goes');
    const timer = finishDepartures({ commands: some, departures: new Departures(some) });
    for (let times = 0; times < 2; times++) {
      await expect(timer.run(new Date(), ends)).rejects.toThrow('1 failed: DamagedStream: user-goes');
    }
    expect(await departures.includes('stays')).toBe(false);
  });
});
