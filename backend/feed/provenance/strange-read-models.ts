import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import type { Log } from '../../runtime/logging/log.ts';
import { pause } from '../../runtime/time/pause.ts';
import { type LogIdentity, logIdentity } from './log-identity.ts';
import type { Standing } from './log-mark.ts';
import { type Leaving, untilLeft } from './until-left.ts';

/** Milliseconds between two looks. */
const lookAgain = 500;

export type Dropping = {
  /** Milliseconds for which is looked again before read models are dropped that are of more than the log holds: whoever was asked may be behind. */
  readonly patience?: number | undefined;
  /** How long is waited until those of another log are kept by nobody, in the place of some seconds. */
  readonly leaving?: Leaving | undefined;
  /** Told that it is looked again, and what was dropped. */
  readonly doubted?: (() => void) | undefined;
  readonly dropped?: ((names: readonly string[]) => void) | undefined;
};

/** Milliseconds for which is looked again at a start where the log is on a server: of a cluster it may be a node that is behind. */
const lookAgainFor = 10_000;

/** How a node that is to show them drops what others may be showing. */
export function carefully({ store, log }: { readonly store: EventStore; readonly log: Log }): Dropping {
  return {
    // Of a file that processes share nobody is behind.
    patience: store.foreign === undefined ? lookAgainFor : 0,
    doubted: () => log.warn('the log ends before what is shown of it: it is looked again'),
    dropped: (names) =>
      log.warn({ projections: names }, 'read models are of another log, or of more: they are made anew'),
  };
}

type Stores = { readonly store: EventStore; readonly readModels: ReadModels; readonly identity: LogIdentity };

/**
 * Drops read models that are of another log, of one that was put back and has gone on since, or of more than it holds.
 * @returns how far the log goes
 * @throws AccessRefused where they are of another log, whose shop keeps them
 */
export async function dropStrange(
  stores: Stores,
  { patience = 0, leaving, doubted, dropped }: Dropping,
): Promise<bigint> {
  const until = performance.now() + patience;
  let { standing, strange, head } = await look(stores);
  const isDoubtful = () => standing !== 'another' && strange.length > 0 && performance.now() < until;
  if (isDoubtful()) doubted?.();
  while (isDoubtful()) {
    await pause(lookAgain);
    ({ standing, strange, head } = await look(stores));
  }
  if (standing !== 'it') {
    await untilLeft(stores.identity, stores.readModels, leaving);
    ({ standing, strange, head } = await look(stores));
  }
  for (const name of strange) await stores.readModels.drop(name);
  if (strange.length > 0) dropped?.(strange);
  if (standing !== 'it') await stores.readModels.drop(logIdentity);
  return head;
}

type Looked = { readonly standing: Standing; readonly strange: readonly string[]; readonly head: bigint };

/**
 * Which read models are not of what the log holds, and how far it goes. Nobody is shown yet what is found: where another node is faster to
 * drop it, what that makes anew does not come as far, and would be refused here for as long as the log does not either.
 */
async function look(stores: Stores): Promise<Looked> {
  const names = [logIdentity];
  try {
    return await lookAt(stores, names);
  } finally {
    for (const name of names) stores.readModels.forget?.(name);
  }
}

/** @param names to which those are added that are looked at */
async function lookAt({ store, readModels, identity }: Stores, names: string[]): Promise<Looked> {
  const standing = await identity.of(readModels);
  const stored = (await readModels.projections()).filter((name) => name !== logIdentity);
  names.push(...stored);
  const checkpoints = await Promise.all(stored.map((name) => readModels.checkpoint(name)));
  // After the checkpoints: other nodes are moving both.
  const head = await store.head();
  // The log may go further than its last event: those that stood behind it may have been deleted.
  const { position: end } = await store.readAll({ after: head, limit: 1 });
  const isStrange = (_: string, index: number) => standing !== 'it' || (checkpoints[index] ?? start) > end;
  return { standing, strange: stored.filter(isStrange), head };
}
