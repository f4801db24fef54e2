import { Conflict } from '../../../modules/kernel/errors.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { PictureUploaded } from '../../../modules/pictures/events.ts';
import { keptPicture } from '../../../modules/pictures/kept-pictures.ts';
import { type ParkedEvent, ParkedEvents } from '../../feed/parked/parked-events.ts';
import { ReactorCheckpoint } from '../../feed/reactions/reactor-checkpoint.ts';
import { importUnderWay } from '../../start/preflight/half-done.ts';
import type { Operator } from '../log/operator-actor.ts';
import { beginMailsAsOf } from './copy-beginning-of-mails.ts';
import { type Copied, copyEvents, historyOf, watched } from './copy-log.ts';
import { exportedIn, picturesIn, type Trailer } from './export-format.ts';

type Importing = {
  readonly operator: Operator;
  readonly reason: string | undefined;
  readonly signal: AbortSignal;
  readonly reached: (events: number, of: number) => void;
  /** What else belongs to it: until that is done, too, it is not whole. */
  readonly besides?: (() => Promise<unknown>) | undefined;
};

export type Imported = Copied & {
  /** How many sizes of pictures the file has. */
  readonly pictures: number;
  /** How many pictures were uploaded of which it has none: it was written by a release that left them out. */
  readonly picturesLeftOut: number;
};

/** A file that was read to its end, and is a whole export. */
export type WholeExport = { readonly file: string; readonly trailer: Trailer; readonly uploaded: number };

/**
 * Brings the events and the pictures of a file into an empty store: the same ids, revisions and metadata, in the same order. Until it is whole no
 * shop opens on it; said again, it goes on.
 * @throws Conflict when the store is not empty. Nothing is written then.
 */
export async function importLog(
  store: EventStore,
  { file, trailer, uploaded }: WholeExport,
  importing: Importing,
): Promise<Imported> {
  const isUnderWay = (await store.records.get(importUnderWay)) !== undefined;
  if (!isUnderWay && !(await historyOf(store).next()).done) throw new Conflict('The store is not empty.');
  await store.records.put(importUnderWay, file, 'any');
  const { signal, reached } = importing;
  const events = watched(exportedIn(file), { signal, reached: (count) => reached(count, trailer.events) });
  const copied = await copyEvents(events, store, {
    by: importing.operator,
    reason: importing.reason,
    command: 'Import',
  });
  await adopt(store, trailer);
  await beginMailsAsOf(trailer.mails, store);
  for await (const { picture, webp } of picturesIn(file)) {
    signal.throwIfAborted();
    await store.records.put(keptPicture + picture, webp, 'any');
  }
  await importing.besides?.();
  await store.records.delete(importUnderWay);
  const { pictures } = trailer;
  return { ...copied, pictures: pictures ?? 0, picturesLeftOut: pictures === undefined ? uploaded : 0 };
}

/**
 * Reads a file once to its end, before there is a store to write to.
 * @throws Refusal when it is not a whole export
 */
export async function wholeExport(file: string, signal: AbortSignal): Promise<WholeExport> {
  const events = exportedIn(file);
  const uploaded = new Set<unknown>();
  for (;;) {
    signal.throwIfAborted();
    const { value, done } = await events.next();
    if (done) return { file, trailer: value, uploaded: uploaded.size };
    // An event that no shop has written may say nothing.
    const data = value.data as PictureUploaded['data'] | null | undefined;
    if (value.type === 'PictureUploaded') uploaded.add(data?.pictureId);
  }
}

/** What was done because of an event is not done again, at the positions that this store has given them. */
async function adopt(store: EventStore, { reactors, parked }: Trailer): Promise<void> {
  const adopted: ParkedEvent[] = [];
  const reached = new Map<string, bigint>();
  let events = 0;
  for await (const { id, position } of historyOf(store)) {
    events += 1;
    for (const [name, upTo] of Object.entries(reactors)) if (events <= upTo) reached.set(name, position);
    adopted.push(
      ...parked
        .filter(({ eventId, reader }) => eventId === id && !reader.startsWith('projection:'))
        .map((one) => ({ ...one, position: `${position}` })),
    );
  }
  for (const [name, position] of reached) {
    const checkpoint = new ReactorCheckpoint(store, name);
    await checkpoint.load();
    await checkpoint.record(position);
  }
  if (adopted.length > 0) await new ParkedEvents(store).adopt(adopted);
}
