import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isAwaited, onAccessChange, storedAccess } from '../session/access-token.ts';

const key = 'typedBefore';
/** Of so many forms at most, the latest first, and so many characters of them all: a tab is no place to store things in. */
const mostForms = 10;
const mostCharacters = 50_000;

type Kept = { readonly form: string; readonly uid: string; readonly typed: unknown };

/** Where there is no storage (it is full, or forbidden) they live as long as the page. */
let unstored: readonly Kept[] | undefined;
/** What was settled last of each form since it came, as JSON. */
const settled = new Map<string, string>();
let isWatching = false;

/**
 * What this person had typed into `form` (its name, and of what) when their session ended under it: undefined where it did not,
 * or for somebody else. It is kept in this tab until the form is there again, also where the login leads over other sites.
 */
export function useTypedBefore<Typed>(form: string): Typed | undefined {
  const [typed] = useState(() => {
    const uid = storedAccess()?.user.uid;
    return all().find((one) => one.form === form && one.uid === uid)?.typed as Typed | undefined;
  });
  return typed;
}

/**
 * Keeps what is typed into `form`, of which `typed` tells (undefined while it is as it began), where it goes because the session
 * ended: not where its person signed out. `onLeaving` keeps it for whoever goes to another page too, or loads this one anew. Never for a form with a password
 * or a card in it.
 */
export function useKeptTyped<Typed>(form: string, typed: () => Typed | undefined, { onLeaving = false } = {}): void {
  // Before the form goes it may be drawn once more, for nobody.
  const [uid] = useState(() => storedAccess()?.user.uid);
  const tell = useRef(typed);
  tell.current = typed;
  useEffect(() => {
    const forget = () => write(all().filter((one) => one.form !== form));
    const leave = () => {
      forget();
      const now = storedAccess()?.user.uid;
      const hasEnded = now === undefined && isAwaited();
      const isKept = hasEnded || (onLeaving && now === uid);
      const last = isKept && uid !== undefined ? tell.current() : undefined;
      if (uid === undefined || last === undefined || JSON.stringify(last) === settled.get(form)) return;
      keep({ form, uid, typed: last });
    };
    forget();
    settled.delete(form);
    // A page that is loaded anew goes without its forms being taken away.
    if (onLeaving) window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [form, uid, onLeaving]);
}

/** What was typed into `form` has been sent, and is kept for nobody: also where it was left before the answer, or is open again by now. */
export function settleTyped<Typed>(form: string, typed: Typed): void {
  const sent = JSON.stringify(typed);
  settled.set(form, sent);
  write(all().filter((one) => one.form !== form || JSON.stringify(one.typed) !== sent));
}

type Fields<Values> = { getValues: () => Values; getInitialValues: () => Values };

/** What is in a form, where something in it is not as it began. */
export function typedIn<Values extends object>(fields: Fields<Values>): Values | undefined {
  const [now, first] = [fields.getValues(), fields.getInitialValues()];
  return Object.keys(now).some((field) => now[field as keyof Values] !== first[field as keyof Values])
    ? now
    : undefined;
}

/** Of what is in a form those fields that are not as they began: of the others somebody may have said something else by the time that it is there again. */
function changedIn<Values extends object>(fields: Fields<Values>): Partial<Values> | undefined {
  const [now, first] = [fields.getValues(), fields.getInitialValues()];
  const names = (Object.keys(now) as (keyof Values)[]).filter((name) => now[name] !== first[name]);
  const changed: Partial<Values> = {};
  for (const name of names) changed[name] = now[name];
  return names.length > 0 ? changed : undefined;
}

/** Both of a form that is no more than its fields: it begins with what was typed before. */
export function useTypedAgain<Values extends object>(
  form: string,
  fields: Fields<Values> & { setValues: (values: Partial<Values>) => void },
): void {
  const before = useTypedBefore<Partial<Values>>(form);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the form; one that is sent is emptied.
  useLayoutEffect(() => {
    if (before) fields.setValues(before);
  }, []);
  useKeptTyped(form, () => changedIn(fields));
}

/** Whether something typed waits for whoever is back. */
export const isTypedKept = () => all().length > 0;

function keep(one: Kept): void {
  if (JSON.stringify([one]).length > mostCharacters) return;
  let kept = [one, ...all().filter(({ form }) => form !== one.form)].slice(0, mostForms);
  while (JSON.stringify(kept).length > mostCharacters) kept = kept.slice(0, -1);
  write(kept);
}

function all(): readonly Kept[] {
  watch();
  return read();
}

/** What one person has typed is gone as soon as they sign out, or another one is signed in. */
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  const forget = () => {
    const now = storedAccess()?.user.uid;
    if (now !== undefined || !isAwaited()) write(read().filter(({ uid }) => uid === now));
  };
  onAccessChange(forget);
  forget();
}

function read(): readonly Kept[] {
  if (unstored) return unstored;
  try {
    const kept: readonly Kept[] = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return kept.filter(({ form, typed }) => typeof form === 'string' && typed !== undefined);
  } catch {
    return [];
  }
}

function write(kept: readonly Kept[]): void {
  try {
    if (kept.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(kept));
    unstored = undefined;
  } catch {
    unstored = kept;
  }
}
