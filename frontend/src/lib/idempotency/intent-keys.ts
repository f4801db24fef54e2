import { isDecided } from '../api/api-error.ts';
import { storedAccess } from '../session/access-token.ts';
import { isOf, keptPending, type Pending, type PendingPlace } from './kept-pending.ts';

export type IntentKeys = {
  /** The idempotency key of a wish: the one that it was last sent with, for as long as its outcome is not known. */
  keyOf: (name: string, wish: unknown) => string;
  /** The outcome is known, so the intent is over: the same wish is from now on another intent. */
  settle: (key: string) => void;
  /**
   * It is not wished for any more, and may have happened. What is wished for next under its name goes under its key: the server
   * then takes one of the two, and refuses the other.
   */
  giveUp: (key: string) => void;
  /** What was wished for under that name and may have happened, the newest first; `at` in ms of this machine's clock. */
  pending: (name: string) => { key: string; wish: unknown; at: number }[];
};

/** Nobody tries so many things again; and what is older was given up, or its outcome seen elsewhere. */
const mostKept = 20;
const keptForMs = 60 * 60_000;

/** In place of a wish; no wish is written like that. */
const givenUp = '-';
/** In place of none, until 2026-11-30: a tab may have it for an hour after an upgrade. */
const former = '';

function intentKeys({ read, write }: PendingPlace): IntentKeys {
  const current = () => {
    const user = storedAccess()?.user;
    return read().filter((one) => isOf(user, one) && Date.now() - one.at < keptForMs);
  };
  return {
    keyOf(name, wish) {
      const text = JSON.stringify(wish ?? null); // Some changes have nothing to wish for.
      const before = current();
      const known = before.find((one) => one.name === name && one.wish === text);
      if (known) return known.key;
      const who = storedAccess()?.user.uid ?? '';
      const instead = before.find((one) => one.name === name && one.wish === givenUp);
      const made = { name, who, wish: text, key: instead?.key ?? crypto.randomUUID(), at: Date.now() };
      write([made, ...before.filter((one) => one !== instead)].slice(0, mostKept));
      return made.key;
    },
    settle: (key) => write(current().filter((one) => one.key !== key)),
    giveUp: (key) => write(current().map((one) => (one.key === key ? { ...one, wish: givenUp } : one))),
    pending: (name) =>
      current()
        .filter((one) => one.name === name && one.wish !== givenUp && one.wish !== former)
        .map(({ key, wish, at }) => ({ key, wish: JSON.parse(wish), at })),
  };
}

/** For wishes that must not be written down, such as a password. Gone with what holds them. */
export function passingKeys(): IntentKeys {
  let kept: Pending[] = [];
  return intentKeys({
    read: () => kept,
    write: (pending) => {
      kept = pending;
    },
  });
}

/** Of this tab. They outlive the page: whoever reloads it after a lost answer, and tries again, does not order twice. */
export const keptKeys = intentKeys(keptPending);

/** A call under its intent's key, which ends with the answer that decides it. It is told whether it may have happened before. */
export async function underKeyOf<Answer>(
  intent: { keys: IntentKeys; name: string; wish: unknown },
  call: (key: string, isAgain: boolean) => Promise<Answer>,
): Promise<Answer> {
  const { keys, name, wish } = intent;
  const before = keys.pending(name);
  const key = keys.keyOf(name, wish);
  try {
    const answer = await call(
      key,
      before.some((one) => one.key === key),
    );
    keys.settle(key);
    return answer;
  } catch (error) {
    if (isDecided(error)) keys.settle(key);
    throw error;
  }
}
