import type { PersonForgotten } from '../identity/contract.ts';
import { becauseOf } from '../kernel/commands.ts';
import { Bulkhead } from '../kernel/concurrency/bulkhead.ts';
import type { StoredEvent } from '../kernel/event.ts';
import type { Holdings } from '../kernel/holdings.ts';

/** A person who was forgotten, and what it takes to forget them again in a log that does not know of it. */
export type Forgotten = {
  readonly uid: string;
  /** The stream of their account. */
  readonly stream: string;
  /** Where the log says that they were forgotten. */
  readonly position: bigint;
};

export type Forgetting = {
  readonly holdings: readonly Holdings[];
  /** Remembers, beside the log and not in its backups, that somebody was forgotten. Twice is once. */
  readonly register: (forgotten: Forgotten) => Promise<void>;
  /** Destroys a person's key. Twice is once. Resolves to the position of the event that says so. */
  readonly destroyKey: (uid: string) => Promise<bigint>;
};

/**
 * Forgets a person because the log says so: the streams of what was theirs say it too, and the key goes last. It goes on
 * where it was broken off, and done twice it is done once. What cannot be read of theirs keeps the key, and nothing else, from being
 * forgotten. The read models must show everything up to the event.
 * @returns the position of the last event that came of it
 * @throws SomeNotDone where something of theirs cannot be read
 */
export async function forgetBecauseOf(
  { holdings, register, destroyKey }: Forgetting,
  event: StoredEvent<PersonForgotten>,
): Promise<bigint> {
  const { uid } = event.data;
  await register({ uid, stream: event.stream, position: event.position });
  const bulkhead = new Bulkhead();
  for (const { name, forget } of holdings) await bulkhead.hold(forget(uid, becauseOf(event, `forget ${name}`)));
  bulkhead.end();
  return destroyKey(uid);
}
