import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CheckedOut, CheckoutBody } from '../../../../modules/booking/checkouts/contract.ts';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { change, getWhole, withQuery } from '../../lib/api/api.ts';
import { keptKeys } from '../../lib/idempotency/intent-keys.ts';
import { checkoutIntent, placedAs, type SentCheckout } from '../../lib/idempotency/unanswered-checkout.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import { takeOutOrdered } from './cart-lines.ts';

/** Orders what is in the cart. Whatever comes of it, the stock shown is asked for again. */
export function useCheckOut(onPlaced: (placed: CheckedOut, body: CheckoutBody) => void) {
  const queryClient = useQueryClient();
  const look = ({ lines }: CheckoutBody) => {
    void queryClient.invalidateQueries({ queryKey: ['tools'] });
    void queryClient.invalidateQueries({ queryKey: ['private'] });
    for (const { toolId } of lines) void queryClient.invalidateQueries({ queryKey: ['tool', toolId] });
  };
  return useChange({
    name: checkoutIntent,
    call: (body: CheckoutBody, key) => change<CheckedOut>('/checkout', { method: 'POST', body, key }),
    onSuccess: (placed, body) => {
      takeOutOrdered(body.lines, placed.insertedIds[0] ?? '');
      look(body);
      onPlaced(placed, body);
    },
    onError: (_, body) => look(body),
  });
}

/**
 * Before one that got no answer is given up: looks among the person's orders whether it was placed. If so, `onPlaced` is told;
 * if not, `onGivenUp`, and what is ordered next goes under its key, so that it cannot come beside that.
 */
export function useGiveUpCheckout(email: string, onPlaced: (ids: readonly string[]) => void, onGivenUp: () => void) {
  return useMutation({
    async mutationFn(sent: SentCheckout) {
      const { body: bookings } = await getWhole<Booking>(withQuery('/booking', { personEmail: email }));
      return placedAs(sent, bookings);
    },
    onSuccess(ids, { key, body }) {
      if (!ids) {
        keptKeys.giveUp(key);
        return onGivenUp();
      }
      keptKeys.settle(key);
      takeOutOrdered(body.lines, ids[0] ?? '');
      onPlaced(ids);
    },
  });
}
