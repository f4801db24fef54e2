import { useState } from 'react';
import type { Booking } from '../../../../../modules/booking/contract.ts';

const lookEveryMs = 1_000;
/** As long as somebody would wait for it. A bank that takes longer is seen at the next look at the page. */
const patienceMs = 20_000;

/** A refund is asked for at the provider after the answer: until it shows, the list is looked at every second. */
export function useAwaitedRefund() {
  const [awaited, setAwaited] = useState<{ id: string; refunded: number; until: number }>();
  return {
    expect: ({ _id: id, refunded }: Booking) => setAwaited({ id, refunded, until: Date.now() + patienceMs }),
    /** For a query of these orders. */
    refetchInterval(shown: readonly Booking[] | undefined): number | false {
      if (!awaited || Date.now() > awaited.until) return false;
      const isStillTheSame = shown?.find(({ _id }) => _id === awaited.id)?.refunded === awaited.refunded;
      return isStillTheSame && lookEveryMs;
    },
  };
}
