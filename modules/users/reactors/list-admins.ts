import { becauseOf } from '../../kernel/commands.ts';
import type { StoredEvent } from '../../kernel/event.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import type { Departures } from '../departures.ts';
import type { UserDemoted, UserErased, UserPromoted } from '../events.ts';

/** The list of admins follows what their own streams say: also of those who became one before there was a list. */
export function listAdmins(departures: Departures): Reactor {
  const follow = async (event: StoredEvent<UserPromoted | UserDemoted | UserErased>) =>
    (await departures.follow(event.data.uid, becauseOf(event, 'list admins'))).position;
  return reactor<UserPromoted | UserDemoted | UserErased>({
    name: 'list-admins',
    awaited: true,
    on: { UserPromoted: follow, UserDemoted: follow, UserErased: follow },
  });
}
