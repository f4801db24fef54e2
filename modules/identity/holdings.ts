import type { Holdings } from '../kernel/holdings.ts';
import type { Sessions } from './sessions/sessions.ts';

/** Where a person is signed in. When they are forgotten, they no longer are anywhere. */
export function sessionHoldings(sessions: Sessions): Holdings {
  return {
    name: 'sessions',
    of: async (uid) => {
      const { documents } = await sessions.listOf(uid);
      return documents.map(({ startedAt, browser, by }) => ({ startedAt, browser, by }));
    },
    forget: async (uid, context) =>
      (await sessions.endAllOf(uid, { because: 'forgotten' }, context)).position || undefined,
  };
}
