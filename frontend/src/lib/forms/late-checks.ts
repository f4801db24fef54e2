import { schemaResolver } from '@mantine/form';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fetchCode } from '../lazy-loading/fetch-code.ts';

type Schema = Parameters<typeof schemaResolver>[0];
type Submit = (event?: FormEvent<HTMLFormElement>) => void;

/** What shows that somebody is about to use the page. */
const signsOfSomebody = ['pointermove', 'pointerdown', 'keydown'] as const;

/** The code of a form's checks; `known` once it has come. */
export type LateChecks<Checks> = { readonly ask: () => Promise<void>; readonly known: () => Checks | undefined };

/**
 * Checks of a form that is seen at once: running their code takes a phone longer than showing the form does, and it is not
 * needed before somebody has typed something. Where it does not come, all that is typed is sent: the shop checks it by rules
 * of its own, and says what is wrong.
 */
export function lateChecks<Checks>(load: () => Promise<Checks>): LateChecks<Checks> {
  let checks: Checks | undefined;
  let coming: Promise<void> | undefined;
  const ask = async () => {
    try {
      checks = await fetchCode(load);
    } catch {
      coming = undefined;
    }
  };
  return {
    ask: () => {
      coming ??= ask();
      return coming;
    },
    known: () => checks,
  };
}

/** What is wrong with a form's values, by its fields; nothing as long as the schema is on the way. */
export function wrongBy(schema: Schema | undefined, values: unknown) {
  return schema ? schemaResolver(schema, { sync: true })(values) : {};
}

/** Asks for the checks as soon as there is somebody, and has what is submitted before they have come wait for them. */
export function useLateChecks<Checks>(checks: LateChecks<Checks>) {
  const [isWaiting, setWaiting] = useState(false);
  const isSubmitted = useRef(false);

  useEffect(() => {
    const ending = new AbortController();
    for (const sign of signsOfSomebody) {
      window.addEventListener(sign, () => void checks.ask(), { once: true, passive: true, signal: ending.signal });
    }
    return () => ending.abort();
  }, [checks]);

  return {
    /** Something was submitted, and is not checked yet. */
    isWaiting,
    /** The form's onSubmit. Who presses again meanwhile has pressed once. */
    checked(submit: Submit): Submit {
      return (event) => {
        if (checks.known()) return submit(event);
        event?.preventDefault();
        if (isSubmitted.current) return;
        isSubmitted.current = true;
        setWaiting(true);
        void checks.ask().then(() => {
          isSubmitted.current = false;
          setWaiting(false);
          submit(event);
        });
      };
    },
  };
}
