import { useQueryClient } from '@tanstack/react-query';
import type { BookToolBody } from '../../../../../modules/booking/contract.ts';
import { change, get } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { bookingIntent } from './unanswered-orders.ts';

type Answer = { acknowledged: boolean; insertedId: string };

/** Orders a tool. Whatever comes of it, the stock shown is asked for again: a refusal says that it has changed. */
export function useBookTool(onBooked: (bookingId: string, order: BookToolBody) => void) {
  const queryClient = useQueryClient();
  const look = (toolId: string) => {
    void queryClient.invalidateQueries({ queryKey: ['tools'] });
    void queryClient.invalidateQueries({ queryKey: ['tool', toolId] });
    void queryClient.invalidateQueries({ queryKey: ['private'] });
  };
  return useChange({
    name: bookingIntent,
    call: async (body: BookToolBody, key, isAgain) => {
      const answer = await change<Answer>('/booking', { method: 'POST', body, key });
      if (isAgain) await stillThere(answer.insertedId);
      return answer;
    },
    onSuccess: (answer, order) => {
      look(order.toolId);
      if (answer.acknowledged) onBooked(answer.insertedId, order);
    },
    onError: (_, { toolId }) => look(toolId),
  });
}

/**
 * The answer to an order that was sent again may be the one of then, and the order gone meanwhile.
 * @throws ApiError 410, which ends the intent: what is sent next is a new order.
 */
async function stillThere(id: string): Promise<void> {
  try {
    await get(`/booking/${encodeURIComponent(id)}`);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const detail =
      'That order was placed, and has been deleted or has expired since. Place the order again for a new one.';
    throw new ApiError({ title: 'Gone', status: 410, detail });
  }
}

export type BookingAttempt = ReturnType<typeof useBookTool>;
