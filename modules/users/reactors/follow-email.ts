import type { AccountHolders, EmailChanged } from '../../identity/contract.ts';
import { becauseOf, type Commands } from '../../kernel/commands.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import { followEmail as decide } from '../commands/follow-email.ts';
import { user } from '../user.ts';

/** A user has the email of their account: nothing else of theirs changes, since whose something is, is a uid. */
export function followEmail(commands: Commands, accounts: Pick<AccountHolders, 'emailOf'>): Reactor {
  return reactor<EmailChanged>({
    name: 'follow-email',
    awaited: true,
    on: {
      async EmailChanged(event) {
        const { uid, to } = event.data;
        // As it is by now: two changes stand in two streams, and may be reacted to in any order.
        const email = await accounts.emailOf({ uid, accountId: to });
        if (email === undefined) return undefined;
        const context = { ...becauseOf(event, 'follow-email'), actor: event.meta.actor };
        return (await commands.execute(user, uid, context, { type: 'FollowEmail', uid, email }, decide)).position;
      },
    },
  });
}
