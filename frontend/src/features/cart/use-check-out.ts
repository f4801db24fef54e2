import { useQueryClient } from '@tanstack/react-query';
import { type CheckedOut, type CheckoutBody, checkoutBody } from '../../../../modules/booking/checkouts/contract.ts';
import { change } from '../../lib/api.ts';
import { keptKeys } from '../../lib/intent-keys.ts';
import { useChange } from '../../lib/use-change.ts';
import { takeOut } from './cart-lines.ts';

const checkoutIntent = 'check-out';

/**
 * A checkout that was sent and got no answer: it may have been placed, or not. It is sent again as it was, whatever has
 * become of the cart, since as another one it could be placed twice.
 */
export function unansweredCheckout(): CheckoutBody | undefined {
  const [last] = keptKeys.pending(checkoutIntent);
  const read = checkoutBody.safeParse(last?.wish);
  return read.success ? (last?.wish as CheckoutBody) : undefined;
}

/** Orders what is in the cart. Whatever comes of it, the stock shown is asked for again. */
export function useCheckOut(onPlaced: (placed: CheckedOut) => void) {
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
      takeOut(...body.lines.map(({ toolId }) => toolId));
      look(body);
      onPlaced(placed);
    },
    onError: (_, body) => look(body),
  });
}
