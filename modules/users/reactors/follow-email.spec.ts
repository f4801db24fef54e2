import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { registerUser } from '../commands/register-user.ts';
import { user } from '../user.ts';
import { followEmail } from './follow-email.ts';

const address = (of: string) => `${of}@example.com`;
/** The account went from the place of one email to that of the next. */
const changed = (id: string, to: string, before: string) =>
  stored({ type: 'EmailChanged', data: { uid: 'u1', email: address(to), before: address(before), to } }, { id });

/** A user whose account has changed its email twice. Each node says which one it sees. */
async function shop() {
  const commands = new InMemoryCommands();
  const who = { type: 'RegisterUser', uid: 'u1', name: 'Mina', email: address('first') } as const;
  await commands.execute(user, 'u1', contextOf('register'), who, registerUser);
  return {
    node: (seen: () => Promise<string>) => followEmail(commands, { emailOf: seen }),
    email: async () => (await commands.load(user, 'u1')).email,
  };
}

it.each([
  ['before it goes on', 2],
  ['in the midst of which it goes on', 1],
  ['after it has gone on', 0],
])(
  'a user has the email of now, though a node was paused with the one before, whatever another does: %s',
  async (_, before) => {
    const { node, email } = await shop();
    const [once, twice] = [changed('e1', 'second', 'first'), changed('e2', 'third', 'second')];
    const pause = Promise.withResolvers<void>();
    let hasLooked = false;
    const paused = node(async () => {
      if (hasLooked) return address('third');
      hasLooked = true;
      await pause.promise;
      return address('second');
    });
    const late = paused.react(once);
    // They stand in two streams, so that the later may come first.
    const another = node(async () => address('third'));
    const others = [twice, once];
    for (const event of others.slice(0, before)) await another.react(event);
    pause.resolve();
    await late;
    for (const event of others.slice(before)) await another.react(event);
    await paused.react(twice);
    expect(await email()).toBe(address('third'));
  },
);
