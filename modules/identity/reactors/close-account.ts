import { becauseOf } from '../../kernel/commands.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import { accountIdIn } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { PersonForgotten } from '../contract.ts';

/**
 * Closes the account of whoever is forgotten where it is by then. Mostly it is closed with the event; what was written in a stream that
 * could not be read may turn out to stand where the account has left, once it can be.
 */
export function closeAccount(accounts: Pick<Accounts, 'forgetAt'>): Reactor {
  return reactor<PersonForgotten>({
    name: 'close-account',
    awaited: false,
    on: {
      async PersonForgotten(event) {
        const context = becauseOf(event, 'close account');
        const { position } = await accounts.forgetAt(accountIdIn(event.stream), event.data.uid, context);
        return position;
      },
    },
  });
}
