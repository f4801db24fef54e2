import type { AccountHolders, EmailChanged } from '../../identity/contract.ts';
import { becauseOf, type CommandContext, type Commands } from '../../kernel/commands.ts';
import { derivedId } from '../../kernel/encoding/derived.ts';
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
        let context: CommandContext = { ...becauseOf(event, 'follow-email'), actor: event.meta.actor };
        let position: bigint | undefined;
        // As it is by now: two changes stand in two streams, and may be reacted to in any order.
        let email = await accounts.emailOf({ uid, accountId: to });
        while (email !== undefined) {
          const outcome = await commands.execute(user, uid, context, { type: 'FollowEmail', uid, email }, decide);
          position = outcome.position;
          // And as it is afterwards: whoever is paused in between says what was before, over what another node has said.
          email = await accounts.emailOf({ uid, accountId: to });
          if (outcome.state.status === 'erased' || outcome.state.email === email) break;
          context = { ...context, commandId: derivedId(context.commandId, `${position}`) };
        }
        return position;
      },
    },
  });
}
