import { holdsOf } from '../../kernel/encoding/entity-tag.ts';
import { PreconditionFailed, TooMany } from '../../kernel/errors.ts';
import { secondsUntilTomorrow } from '../../kernel/time/until-tomorrow.ts';
import { type Cart, tagOf } from '../cart.ts';
import type { CartLine } from '../contract.ts';
import type { CartChanged } from '../events.ts';

export type ReplaceCart = { type: 'ReplaceCart'; uid: string; lines: readonly CartLine[]; now: Date; ifMatch?: string };

/** Another device was faster: what it changed would be dropped unseen. */
export class CartChangedMeanwhile extends PreconditionFailed {
  override name = 'CartChangedMeanwhile';
  constructor(lines: readonly CartLine[]) {
    super('Your cart was changed on another device meanwhile. Please look at it again.', tagOf(lines));
  }
}

/** The rate limit: so many changes a day (UTC). Nobody who shops comes near it, and no stream grows faster. */
export const mostChangesADay = 500;

/**
 * Puts a whole cart in the place of the one before, and says what that changes; the same cart again changes nothing, and is
 * then not refused either, whatever it rests on (RFC 9110, 13.1.1): an answer was lost, or two tabs have said the same.
 */
export function replaceCart({ uid, lines, now, ifMatch }: ReplaceCart, before: Cart): CartChanged[] {
  const wanted = new Map(lines.map(({ toolId, quantity }) => [toolId, quantity]));
  const had = new Map(before.lines.map(({ toolId, quantity }) => [toolId, quantity]));
  const gone = [...had.keys()].filter((toolId) => !wanted.has(toolId));
  const changed = [
    ...gone.map((toolId) => ({ toolId, quantity: 0 })),
    ...lines.filter(({ toolId, quantity }) => had.get(toolId) !== quantity),
  ];
  if (changed.length === 0) return [];
  if (ifMatch !== undefined && !holdsOf(ifMatch, tagOf(before.lines))) throw new CartChangedMeanwhile(before.lines);
  const at = now.toISOString();
  if (before.day === at.slice(0, 10) && before.changes >= mostChangesADay) throw tooManyChanges(now);
  return [{ type: 'CartChanged', data: { uid, lines: changed, at } }];
}

function tooManyChanges(now: Date): TooMany {
  return new TooMany(
    'You have changed your cart too often today. Please order what is in it, or come back tomorrow.',
    secondsUntilTomorrow(now),
  );
}
