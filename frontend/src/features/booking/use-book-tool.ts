import { useQueryClient } from '@tanstack/react-query';
import type { BookToolBody } from '../../../../modules/booking/contract.ts';
import { change } from '../../lib/api.ts';
import { useChange } from '../../lib/use-change.ts';
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
    call: (body: BookToolBody, key) => change<Answer>('/booking', { method: 'POST', body, key }),
    onSuccess: (answer, order) => {
      look(order.toolId);
      if (answer.acknowledged) onBooked(answer.insertedId, order);
    },
    onError: (_, { toolId }) => look(toolId),
  });
}

export type BookingAttempt = ReturnType<typeof useBookTool>;
