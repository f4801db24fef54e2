import type { Holdings } from '../../kernel/holdings.ts';
import type { SecondFactors } from './second-factors.ts';

/** The names of somebody's second factors; nothing that proves anything. When they are forgotten, the factors end. */
export function factorHoldings(factors: SecondFactors): Holdings {
  return {
    name: 'secondFactors',
    of: async (uid) => {
      const state = await factors.of(uid);
      return state.factors.map((one) => ({
        kind: one.kind,
        at: one.at,
        ...(one.kind === 'passkey' && { name: one.name }),
      }));
    },
    forget: async (uid, context) => (await factors.endAllOf(uid, 'erased', context)).position || undefined,
  };
}
