import { type FormEvent, useRef } from 'react';

/** So far apart, in ms, two presses are one double click where nobody has set it otherwise. */
const gestureMs = 500;

type GrantedForm = { isDirty: () => boolean };

/**
 * For a form that stays once it is granted, emptied or as it was sent. The second press of a double click may come after the answer
 * to the first: for half a second nothing is sent of a form that nobody has touched since. Without this it would be sent again,
 * or said to lack all that it has just sent.
 */
export function useOneGesture(form: GrantedForm) {
  const grantedAt = useRef(Number.NEGATIVE_INFINITY);
  return {
    /** To be called as soon as it is granted. */
    granted(): void {
      grantedAt.current = performance.now();
    },
    /** The form's onSubmit. */
    once: (submit: (event: FormEvent<HTMLFormElement>) => void) => (event: FormEvent<HTMLFormElement>) => {
      const isOver = performance.now() - grantedAt.current >= gestureMs;
      if (isOver || form.isDirty()) submit(event);
      else event.preventDefault();
    },
  };
}
