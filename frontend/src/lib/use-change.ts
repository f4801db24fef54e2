import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

type Options<Answer, Wish> = Pick<UseMutationOptions<Answer, Error, Wish>, 'onSuccess' | 'onError'> & {
  call: (wish: Wish, key: string) => Promise<Answer>;
};

/**
 * A mutation with an idempotency key that belongs to the intent: pressing the button again after a failure sends the
 * same key, so what did happen is not done twice; another wish, or the same one after a success, gets a new key.
 */
export function useChange<Answer, Wish>({ call, ...options }: Options<Answer, Wish>) {
  const intent = useRef<{ key: string; wish: string } | undefined>(undefined);

  return useMutation<Answer, Error, Wish>({
    ...options,
    mutationFn: async (wish) => {
      const text = JSON.stringify(wish) ?? '';
      if (intent.current?.wish !== text) intent.current = { key: crypto.randomUUID(), wish: text };
      const answer = await call(wish, intent.current.key);
      intent.current = undefined;
      return answer;
    },
  });
}
