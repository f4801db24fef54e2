import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ShipBody } from '../../../../../modules/booking/contract.ts';
import { change } from '../../../lib/api/api.ts';
import { passingKeys } from '../../../lib/idempotency/intent-keys.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { toast } from '../../../lib/toast.ts';

type Step = { what: 'pack' | 'deliver' } | { what: 'ship'; body: ShipBody } | { what: 'note'; body: { note: string } };

const done = { pack: 'Packed', ship: 'Shipped', deliver: 'Delivered', note: 'Noted' } as const;

/** A note, and where a parcel goes, say something of a person: nothing of them is written down in the browser. */
const keys = passingKeys();

/**
 * What an admin does about an order. What becomes of it is asked for however it ends: another admin may have been faster.
 * `onDone` is called once it shows.
 */
export function useOrderStep(id: string, onDone = () => {}) {
  const queryClient = useQueryClient();
  // What another admin did may take away the button or form that this was sent from, before its answer is there.
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const look = () => queryClient.invalidateQueries({ queryKey: ['private'] });
  return useChange({
    name: `step of ${id}`,
    keys,
    call: (step: Step, key) =>
      change<{ acknowledged: true }>(`/booking/${encodeURIComponent(id)}/${step.what}`, {
        method: 'POST',
        body: 'body' in step ? step.body : undefined,
        key,
      }),
    onSuccess: async (_, { what }) => {
      void toast(done[what]);
      await look();
      onDone();
    },
    onError: (error) => {
      if (!isShown.current) void toast(error.message, 'error');
      return look();
    },
  });
}
