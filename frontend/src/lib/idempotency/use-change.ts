import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { type IntentKeys, keptKeys, passingKeys, underKeyOf } from './intent-keys.ts';

type Options<Answer, Wish> = Pick<UseMutationOptions<Answer, Error, Wish>, 'onSuccess' | 'onError'> & {
  /** Of the kind of change, such as 'book': with the wish it makes the intent. */
  name: string;
  /** `isAgain`: it was sent before under this key, and got no answer that decided it. */
  call: (wish: Wish, key: string, isAgain: boolean) => Promise<Answer>;
  /**
   * It sets how something stands, so done twice it is done once: each press is an intent of its own. Under a kept key the answer of then would be
   * given where somebody has undone it meanwhile, and nothing be done.
   */
  isRepeatable?: boolean;
  /** The wish has a password in it: nothing of it is written down. */
  isSecret?: boolean;
  /** For keys that outlive what shows the change: a dialog that is closed and opened again. */
  keys?: IntentKeys;
};

/**
 * A mutation with an idempotency key that belongs to the intent. The same wish keeps its key until its outcome is
 * known: after a lost answer, another wish in between, a reload of the page; so what did happen is not done twice.
 * Another wish has another key, and so has the same one once it was granted or refused.
 *
 * `mutate` sends no wish that is on its way already, and tells nobody of it twice: two presses may come before the page has been
 * drawn anew, and a disabled button with it.
 */
export function useChange<Answer, Wish>({
  name,
  call,
  isSecret = false,
  isRepeatable = false,
  keys: given,
  ...options
}: Options<Answer, Wish>) {
  const [keys] = useState(() => given ?? (isSecret ? passingKeys() : keptKeys));

  const onTheirWay = useRef(new Set<string | undefined>());

  const mutation = useMutation<Answer, Error, Wish>({
    ...options,
    mutationFn: (wish) =>
      isRepeatable
        ? call(wish, crypto.randomUUID(), false)
        : underKeyOf({ keys, name, wish }, (key, isAgain) => call(wish, key, isAgain)),
    onSettled: (_answer, _error, wish) => void onTheirWay.current.delete(JSON.stringify(wish)),
  });
  const { mutate: send } = mutation;
  const mutate: typeof send = useCallback(
    (...sent) => {
      const wish = JSON.stringify(sent[0]);
      if (onTheirWay.current.has(wish)) return;
      onTheirWay.current.add(wish);
      send(...sent);
    },
    [send],
  );
  return { ...mutation, mutate };
}
