import { describe, expect, it } from 'vitest';
import { contextOf } from '../../../backend/testing/context.ts';
import { LinkNotGood } from '../links/link-refusals.ts';
import { Crashing, linked, mina, now, wired } from '../testing/mailed-links.ts';

describe('a change of email whose session is over', () => {
  const ended = ['signed-out', 'signed-out-elsewhere', 'by-admin', 'reused', 'too-many', 'idle'] as const;

  it.each(ended)('(%s) is not made by its link any more, which is not used up', async (because) => {
    const { commands, changes, sessions, accounts, token, sid, uid } = await linked(
      'change-email',
      'thief@example.org',
    );
    await sessions.endOne(sid, because, contextOf('end'));
    await expect(changes.confirmEmail(token, uid, contextOf('use'))).rejects.toThrow(LinkNotGood);
    expect([commands.ofType('LinkUsed'), commands.ofType('AddressHeld')]).toEqual([[], []]);
    expect((await accounts.findByEmail(mina.email))?.uid).toBe(uid);
  });

  it('is not finished later either, where its link was used just before', async () => {
    const { commands, sessions, accounts, token, sid, uid, finish } = await linked('change-email', 'thief@example.org');
    await wired(new Crashing(commands, 1))
      .changes.confirmEmail(token, uid, contextOf('use'))
      .catch(() => {});
    expect(commands.ofType('LinkUsed')).toHaveLength(1);
    await sessions.endOne(sid, 'signed-out-elsewhere', contextOf('end'));
    await finish();
    expect((await accounts.findByEmail(mina.email))?.uid).toBe(uid);
    expect(commands.ofType('EmailChanged')).toEqual([]);
  });

  it('is made by no link that was asked for before the password was changed', async () => {
    const { commands, changes, accounts, token, sid, uid } = await linked('change-email', 'mina@example.org');
    const caller = { uid, email: mina.email, name: mina.name, role: 'user', sid, provedAt: now() } as const;
    const change = { password: mina.password, newPassword: 'another good one' };
    await changes.changePassword(caller, change, contextOf('change'));
    await expect(changes.confirmEmail(token, uid, contextOf('use'))).rejects.toThrow(LinkNotGood);
    expect((await accounts.findByEmail(mina.email))?.uid).toBe(uid);
    expect(commands.ofType('EmailChanged')).toEqual([]);
  });

  it('is the same change where it was made before, also said again', async () => {
    const { commands, changes, sessions, token, sid, uid, finish } = await linked('change-email', 'mina@example.org');
    await changes.confirmEmail(token, uid, contextOf('use'));
    await sessions.endOne(sid, 'signed-out', contextOf('end'));
    await finish();
    await expect(changes.confirmEmail(token, uid, contextOf('use'))).resolves.toMatchObject({
      email: 'mina@example.org',
    });
    expect(commands.ofType('EmailChanged')).toHaveLength(1);
  });
});

describe('an address whose link was used, after which the process ended', () => {
  it.each([1, 2])('is proved all the same, and once: after %i steps', async (steps) => {
    const { commands, token, uid, finish } = await linked('prove');
    await wired(new Crashing(commands, steps))
      .changes.confirmEmail(token, uid, contextOf('use'))
      .catch(() => {});
    await finish();
    await finish();
    expect(commands.ofType('AddressProved').map(({ data }) => data)).toEqual([{ uid, by: 'link' }]);
  });

  it('is not proved where the account has another password since', async () => {
    const { commands, changes, token, uid, sid, finish } = await linked('prove');
    await wired(new Crashing(commands, 1))
      .changes.confirmEmail(token, uid, contextOf('use'))
      .catch(() => {});
    const caller = { uid, email: mina.email, name: mina.name, role: 'user', sid, provedAt: now() } as const;
    await changes.changePassword(
      caller,
      { password: mina.password, newPassword: 'another good one' },
      contextOf('change'),
    );
    await finish();
    expect(commands.ofType('AddressProved')).toEqual([]);
  });
});

describe('a change of email that was broken off', () => {
  it.each([0, 1, 2, 3, 4])('after %i steps is finished by whoever comes next, or never began', async (steps) => {
    const { commands, token, uid, accountId } = await linked('change-email', 'mina@example.org');
    await wired(new Crashing(commands, steps))
      .changes.confirmEmail(token, uid, contextOf('use'))
      .catch(() => {});
    const { accounts } = wired(commands);
    const after = await accounts.findByEmail('mina@example.org');
    const before = await accounts.findByEmail('mina@example.com');
    const isDone = steps >= 2; // From the second step on, which keeps the address, the link being used in the first.
    expect([before?.uid, after?.uid]).toEqual(isDone ? [undefined, uid] : [uid, undefined]);
    expect((await accounts.holderOf({ uid, accountId }))?.uid).toBe(uid);
    const nina = { ...mina, name: 'Nina', email: isDone ? 'mina@example.com' : 'mina@example.org' };
    expect((await accounts.open(nina, contextOf('nina', { payload: 'nina' }))).uid).not.toBe(uid);
    expect((await accounts.holderOf({ uid, accountId }))?.uid).toBe(uid);
    expect(commands.ofType('EmailChanged')).toHaveLength(isDone ? 1 : 0);
  });

  it('that somebody else was faster with lets the address go', async () => {
    const { commands, token, uid, accountId, sid, links, changes, accounts } = await linked(
      'change-email',
      'one@example.org',
    );
    await links.request(
      { uid, accountId, purpose: 'change-email', email: 'two@example.org', generation: 0, sid },
      contextOf('ask again'),
    );
    const second = links.tokenOf(commands.ofType('LinkRequested')[1]?.stream ?? '', 'change-email');
    await wired(new Crashing(commands, 2))
      .changes.confirmEmail(second, uid, contextOf('second'))
      .catch(() => {});
    await changes.confirmEmail(token, uid, contextOf('first')).catch(() => {});
    const found = [await accounts.findByEmail('one@example.org'), await accounts.findByEmail('two@example.org')];
    expect(found.filter((one) => one?.uid === uid)).toHaveLength(1);
    const free = found[0] ? 'two@example.org' : 'one@example.org';
    await accounts.open({ ...mina, email: free }, contextOf('nina', { payload: 'nina' }));
  });
});
