import { useState } from 'react';
import { onlySoMany, shortageOf, stockOf, tooFewFor } from '../../../../../modules/catalog/words/contract.ts';
import { inDigits } from '../../../../../modules/kernel/values/in-words.ts';

type Limits = { minimum: number; available: number; initial?: number | undefined };

/**
 * How many pieces to order, between the tool's minimum and what is there. A quantity that was allowed stays as it is
 * when the stock shrinks: the server decides, and the person does. What is typed is never made into another number by
 * leaving the field: the press that leaves it may be the one that orders. A stepper brings it inside.
 */
export function useQuantity({ minimum, available, initial }: Limits) {
  const [settled, setSettled] = useState(initial ?? minimum);
  /** While typing anything goes ("1" on the way to "12"); it is judged on leaving the field. */
  const [typed, setTyped] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const [notice, setNotice] = useState<{ text: string; count: number; available: number }>();

  const tooFew = tooFewFor(minimum);
  const say = (text: string | undefined) =>
    setNotice((before) => (text === undefined ? undefined : { text, count: (before?.count ?? 0) + 1, available }));

  const outside = (wanted: number) => {
    if (wanted > available) return leftOf(available);
    return wanted < minimum ? tooFew : undefined;
  };

  const text = typed?.trim() ?? String(settled);
  const isNumber = /^-?\d+$/.test(text);

  /** Why it cannot be ordered. */
  const refusal = () => {
    if (text === '') return 'Required';
    if (!isNumber) return 'Must be a whole number';
    return Number(text) === settled ? undefined : outside(Number(text));
  };

  const settle = (wanted: number) => {
    setTyped(undefined);
    setRefused(false);
    setSettled(wanted);
  };

  const leave = () => {
    if (typed === undefined) return;
    const why = refusal();
    say(why);
    if (why === undefined) settle(Number(text));
    else setRefused(true);
  };

  /** From what the field shows. Instead of what is no number the last one that was allowed comes back. */
  const step = (by: number) => {
    if (!isNumber) {
      say(refusal());
      return settle(settled);
    }
    const wanted = Number(text) + by;
    say(outside(wanted));
    settle(Math.max(minimum, Math.min(wanted, available)));
  };

  // As the stock is now, and not as it was when the field was left: it may have made the quantity right, or fallen further.
  const refused = isRefused ? refusal() : undefined;
  // What was said of the stock holds for as long as the stock is the same.
  const isOld = notice !== undefined && notice.available !== available && notice.text === leftOf(notice.available);
  const toSay = () => {
    if (!isRefused) return isOld ? undefined : notice;
    return notice && refused !== undefined ? { ...notice, text: refused } : undefined;
  };

  return {
    /** What the field shows. */
    text: typed ?? String(settled),
    /** Undefined while what is typed cannot be ordered. */
    quantity: refusal() === undefined ? Number(text) : undefined,
    isRefused: refused !== undefined,
    notice: toSay(),
    /** What can be ordered, or why nothing can, while there is nothing else to say. */
    hint: shortageOf({ Available: available, MinimumOrder: minimum }) ?? hintOf(minimum, available),
    /** The longest of the notices: as much room is kept for each. */
    longestNotice: tooFew,
    type: (next: string) => {
      setTyped(next);
      setRefused(false);
    },
    leave,
    decrease: () => step(-1),
    increase: () => step(1),
  };
}

const leftOf = (available: number) => (available === 0 ? 'Sold out' : onlySoMany({ Available: available }));

const hintOf = (minimum: number, available: number) =>
  `${minimum > 1 ? `From ${inDigits(minimum)} pieces, ` : ''}${stockOf({ Available: available })} on the shelf`;
