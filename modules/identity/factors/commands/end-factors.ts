import type { FactorsEnded, WhyEnded } from '../events.ts';
import type { Factors } from '../factors.ts';

export type EndFactors = {
  type: 'EndFactors';
  uid: string;
  because: WhyEnded;
  /** ISO 8601, UTC: for what is done late. Whoever has added all that there is since then keeps it. */
  before?: string | undefined;
};

/** Ends all of somebody's factors and recovery codes, if there are any. */
export function endFactors({ uid, because, before }: EndFactors, state: Factors): FactorsEnded[] {
  const isMeant = state.factors.some(({ at }) => before === undefined || Date.parse(at) <= Date.parse(before));
  return isMeant ? [{ type: 'FactorsEnded', data: { uid, because } }] : [];
}
