import type { FactorsEnded, WhyEnded } from '../events.ts';
import type { Factors } from '../factors.ts';

export type EndFactors = { type: 'EndFactors'; uid: string; because: WhyEnded };

/** Ends all of somebody's factors and recovery codes, if there are any. */
export function endFactors({ uid, because }: EndFactors, state: Factors): FactorsEnded[] {
  return state.factors.length === 0 ? [] : [{ type: 'FactorsEnded', data: { uid, because } }];
}
