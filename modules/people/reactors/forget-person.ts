import type { PersonForgotten } from '../../identity/contract.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import { type Forgetting, forgetBecauseOf } from '../forget-person.ts';

/** Everything that is known of a person is forgotten when the log says that they are. */
export function forgetPerson(forgetting: Forgetting): Reactor {
  return reactor<PersonForgotten>({
    name: 'forget-person',
    awaited: true,
    on: { PersonForgotten: (event) => forgetBecauseOf(forgetting, event) },
  });
}
