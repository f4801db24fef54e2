import { useState } from 'react';

type Limits = { minimum: number; available: number; initial?: number | undefined };

/**
 * How many pieces to order, between the tool's minimum and what is there. A quantity that was allowed stays as it is
 * when the stock shrinks: the server decides, and the person does.
 */
export function useQuantity({ minimum, available, initial }: Limits) {
  const [settled, setSettled] = useState(initial ?? minimum);
  /** While typing anything goes ("1" on the way to "12"); it is settled on leaving the field. */
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const [notice, setNotice] = useState<{ text: string; count: number }>();

  const tooFew = `You have to purchase atleast ${minimum} items`;
  const say = (text: string) => setNotice((before) => ({ text, count: (before?.count ?? 0) + 1 }));

  /** What is outside the limits is brought inside and said so. */
  const settle = (wanted: number) => {
    setTyped(undefined);
    setWrong(false);
    setNotice(undefined);
    if (wanted < minimum) say(tooFew);
    if (wanted > available) say(`Only ${available} left`);
    setSettled(Math.max(minimum, Math.min(wanted, Math.max(available, minimum))));
  };

  /** What is no number of pieces stays as it was typed, to be mended: nobody knows what it should have been. */
  const refuse = (text: string) => {
    setWrong(true);
    say(text);
  };

  const leave = () => {
    const text = typed?.trim();
    if (text === undefined) return;
    if (text === '') refuse('Required');
    else if (/^-\d+$/.test(text)) refuse(tooFew);
    else if (!/^\d+$/.test(text)) refuse('Must be a whole number');
    else settle(Number(text));
  };

  return {
    /** What the field shows. */
    text: typed ?? String(settled),
    /** Undefined while what is typed is no quantity. */
    quantity: isWrong ? undefined : settled,
    notice,
    type: (text: string) => {
      setTyped(text);
      setWrong(false);
    },
    leave,
    decrease: () => settle(settled - 1),
    increase: () => settle(settled + 1),
  };
}
