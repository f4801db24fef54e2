import type { Aggregate } from '../../kernel/aggregate.ts';
import type { LinkEvent, LinkRequested } from '../events.ts';

/** A link that was mailed to somebody. That its time is over shows only beside a clock: see `expiresAt`, ISO 8601, UTC. */
export type Link =
  | { readonly status: 'none' }
  | ({ readonly status: 'good' } & LinkRequested['data'])
  | ({ readonly status: 'used' } & LinkRequested['data']);

function evolve(state: Link, event: LinkEvent): Link {
  switch (event.type) {
    case 'LinkRequested':
      return { status: 'good', ...event.data };
    case 'LinkUsed':
      return state.status === 'good' ? { ...state, status: 'used' } : state;
    default: // What a newer release wrote and this one does not know.
      return state;
  }
}

export const link: Aggregate<Link, LinkEvent> = { name: 'link', initial: { status: 'none' }, evolve };
