import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { Crashing, linked, mina, now, wired } from '../testing/mailed-links.ts';

describe('a new password by a mailed link', () => {
  it('ends the second factors of an account that nobody had proved, once, and of no other', async () => {
    const { changes, factorsEndedOf, links, commands, token, uid, accountId } = await linked('recover');
    const reset = { link: token, password: 'another good one' };
    await changes.resetPassword(reset, contextOf('reset'));
    await changes.resetPassword(reset, contextOf('reset')); // The same call again, whose answer was lost.
    expect(factorsEndedOf).toEqual([uid]);
    const again = { uid, accountId, purpose: 'recover', email: mina.email, generation: 2 } as const;
    await links.request(again, contextOf('ask again'));
    const second = links.tokenOf(commands.ofType('LinkRequested')[1]?.stream ?? '', 'recover');
    await changes.resetPassword({ link: second, password: 'yet another one' }, contextOf('again'));
    expect(commands.ofType('PasswordChanged')).toHaveLength(2);
    expect(factorsEndedOf).toEqual([uid]);
  });
});

describe('asking for a forgotten password', () => {
  it('does the same before the answer whether or not anybody has the address', async () => {
    const commands = new InMemoryCommands({ now });
    await wired(commands).accounts.open(mina, contextOf('sign up', { payload: mina.email }));
    const asked = await Promise.all(
      [mina.email, 'nobody@example.com'].map(async (email, at) => {
        const watched = new Crashing(commands);
        await wired(watched).changes.askForRecovery(email, contextOf(`ask ${at}`));
        return watched.asked;
      }),
    );
    expect(asked[0]).toEqual(['AskForRecovery']);
    expect(asked[1]).toEqual(asked[0]);
    const written = commands.ofType('RecoveryAsked').map(({ data }) => Object.keys(data as object));
    expect(written[1]).toEqual(written[0]);
  });
});
