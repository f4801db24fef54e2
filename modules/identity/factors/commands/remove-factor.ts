import { NotFound } from '../../../kernel/errors.ts';
import type { FactorRemoved } from '../events.ts';
import type { Factors } from '../factors.ts';

export type RemoveFactor = { type: 'RemoveFactor'; uid: string; factorId: string };

/** Takes one of somebody's factors away. */
export function removeFactor({ uid, factorId }: RemoveFactor, state: Factors): FactorRemoved[] {
  if (!state.factors.some((one) => one.factorId === factorId)) throw new NotFound('You have no such factor.');
  return [{ type: 'FactorRemoved', data: { uid, factorId } }];
}
