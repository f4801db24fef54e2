import { useQueryClient } from '@tanstack/react-query';
import type { Decided } from '../../../../modules/operations/contract.ts';
import { change } from '../../lib/api/api.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { toast } from '../../lib/toast.ts';
import { operationsOf } from './status-query.ts';

const addressOf = (eventId: string, what: 'retry' | 'skip') =>
  `/operations/parked/${encodeURIComponent(eventId)}/${what}`;

/** Has a parked event tried again. */
export function useRetryParked(onDone: () => void) {
  const look = useLook();
  return useChange({
    name: 'retry a parked event',
    isRepeatable: true,
    call: (eventId: string, key) => change<Decided>(addressOf(eventId, 'retry'), { method: 'POST', key }),
    onSuccess: async () => {
      void toast('It is tried again');
      await look();
      onDone();
    },
    // An answer that was lost may have been a yes, and another admin may have been faster: the list tells.
    onError: async (error) => {
      await look();
      void toast(error.message, 'error');
    },
  });
}

/** Has a parked event passed over for good. What is wrong is said where the reason is typed. */
export function useSkipParked(onDone: () => void) {
  const look = useLook();
  return useChange({
    name: 'skip a parked event',
    call: ({ eventId, reason }: { eventId: string; reason: string }, key) =>
      change<Decided>(addressOf(eventId, 'skip'), { method: 'POST', body: { reason }, key }),
    onSuccess: async () => {
      void toast('It is passed over');
      await look();
      onDone();
    },
    onError: () => look(),
  });
}

function useLook() {
  const queryClient = useQueryClient();
  const email = useSession()?.email ?? '';
  return () => queryClient.invalidateQueries(operationsOf(email));
}
