import { useState } from 'react';

type Limits = { minimum: number; available: number };

/**
 * How many pieces to order, between the tool's minimum and what is there. A quantity that was allowed stays as it is
 * when the stock shrinks: the server decides, and the person does.
 */
export function useQuantity({ minimum, available }: Limits) {
  const [quantity, setQuantity] = useState(minimum);
  const [notice, setNotice] = useState<{ text: string; count: number }>();

  const say = (text: string) => setNotice((before) => ({ text, count: (before?.count ?? 0) + 1 }));
  const settle = (wanted: number) => {
    setNotice(undefined);
    if (wanted < minimum) say(`You have to purchase atleast ${minimum} items`);
    if (wanted > available) say(`Only ${available} left`);
    setQuantity(Math.max(minimum, Math.min(wanted, Math.max(available, minimum))));
  };

  return {
    quantity,
    notice,
    /** Takes what is typed or stepped to; what is outside the limits is brought inside and said so. */
    settle,
    decrease: () => settle(quantity - 1),
    increase: () => settle(quantity + 1),
  };
}
