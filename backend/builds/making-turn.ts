import { randomUUID } from 'node:crypto';
import { Conflict, WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import type { SideRecords } from '../../modules/kernel/event-store.ts';
import { believed } from '../../modules/kernel/time/clock-ahead.ts';
import { HeldRecord } from '../runtime/processes/held-record.ts';
import { pause } from '../runtime/time/pause.ts';

/** How long nothing is heard of whoever makes a build, in milliseconds, until it is taken for broken off; and how often it says so. */
const brokenOffAfter = 60_000;
const sayEvery = 5_000;

/** What is written of it while it lasts: when it was said last, in milliseconds since 1970, and by whom. */
type Turn = { readonly at: number; readonly by: string };

type Wanted = {
  readonly records: Pick<SideRecords, 'get' | 'put'>;
  /** What is made, as it is stored. */
  readonly name: string;
  readonly signal: AbortSignal;
  readonly now?: () => number;
};

/** What one works with whoever has the turn. */
export type MakingTurn = {
  /** Aborts also when the turn was lost. */
  readonly signal: AbortSignal;
  /** @throws Conflict when the turn was taken for broken off, and is another's. */
  readonly mustHold: () => Promise<void>;
};

/**
 * Makes a build in a turn (a lease): two that made the same one at once would take one number, and each drop what the other has
 * written. The turn is written beside the log, so that it holds for operators on several machines.
 * @throws Conflict while somebody else has it
 */
export async function inMakingTurn<Result>(
  { records, name, signal, now = Date.now }: Wanted,
  work: (turn: MakingTurn) => Promise<Result>,
): Promise<Result> {
  const key = `making-build/${name}`;
  const record = await records.get(key);
  const other = record && (JSON.parse(record.value) as Pick<Turn, 'at'> | null);
  if (other && now() - believed(other.at, now()) < brokenOffAfter) throw new Conflict(isTaken(name));
  const by = randomUUID();
  const held = new HeldRecord(records, { key, mark: by, version: record?.version ?? 'none' });
  const put = async (turn: Turn | null) => {
    try {
      await held.put(JSON.stringify(turn));
    } catch (reason) {
      throw reason instanceof WrongExpectedRevision ? new Conflict(isTaken(name)) : reason;
    }
  };
  await put({ at: now(), by });
  const [lost, over] = [new AbortController(), new AbortController()];
  const saying = (async () => {
    for (;;) {
      await pause(sayEvery, over.signal);
      if (over.signal.aborted) return;
      await put({ at: now(), by }).catch((reason: unknown) => {
        if (reason instanceof Conflict) lost.abort(reason); // A store that is away for a moment takes no turn from anybody.
      });
      if (lost.signal.aborted) return;
    }
  })();
  const end = async () => {
    over.abort();
    await saying;
  };
  try {
    return await work({
      signal: AbortSignal.any([signal, lost.signal]),
      async mustHold() {
        await end();
        await put({ at: now(), by });
      },
    });
  } finally {
    await end();
    // Whose it is by now need not hear of it; and what cannot be written runs out.
    await put(null).catch(() => undefined);
  }
}

const isTaken = (name: string) =>
  `A build of ${name} is being made already. Please wait for it, or ask again in a minute.`;
