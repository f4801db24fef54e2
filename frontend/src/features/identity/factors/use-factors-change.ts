import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '../../../lib/idempotency/use-change.ts';

/** A change of one's second factors: nothing of it is written down here, and what is shown of them is fetched anew. */
export function useFactorsChange<Answer, Wish>(
  name: string,
  call: (wish: Wish, key: string) => Promise<Answer>,
  onSuccess?: (answer: Answer, wish: Wish) => void,
) {
  const queryClient = useQueryClient();
  const look = () =>
    queryClient.invalidateQueries({ queryKey: ['private'], predicate: ({ queryKey }) => queryKey[2] === 'factors' });
  return useChange<Answer, Wish>({
    name,
    isSecret: true,
    call,
    onSuccess: (answer, wish) => {
      onSuccess?.(answer, wish);
      void look();
    },
    // An answer that was lost may have been a yes.
    onError: look,
  });
}
