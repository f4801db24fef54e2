import { useCallback, useRef } from 'react';

/** What finds the same in another form of the kind: the field of that name, or the button that sends it. */
function sameIn(form: HTMLFormElement): string | undefined {
  const focused = document.activeElement;
  if (!focused || !form.contains(focused)) return undefined;
  const name = focused.getAttribute('name');
  return name ? `[name=${name}]` : '[type=submit]';
}

/**
 * For a form that is another one (`key`) at another address: what had the focus in the one before has it in the next, where it
 * would fall to the body. `ref` is the form's; `keep` is told the form that is sent, since its button may be disabled, and so
 * without the focus, when the next one comes.
 */
export function useFocusInNextForm() {
  const same = useRef<string>(undefined);
  const ref = useCallback((form: HTMLFormElement) => {
    if (same.current && document.activeElement === document.body) {
      form.querySelector<HTMLElement>(same.current)?.focus();
    }
    same.current = undefined;
    return () => {
      same.current = sameIn(form) ?? same.current;
    };
  }, []);
  const keep = (form: HTMLFormElement) => {
    same.current = sameIn(form);
  };
  return { ref, keep };
}
