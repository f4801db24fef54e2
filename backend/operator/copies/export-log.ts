import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { keptPicture } from '../../../modules/pictures/kept-pictures.ts';
import { ParkedEvents } from '../../feed/parked/parked-events.ts';
import { reactorsOf } from '../../feed/reactions/reactor-checkpoint.ts';
import { syncDirectory } from '../../runtime/files/sync-directory.ts';
import { BadSetting } from '../../start/settings/config.ts';
import { withoutRoomFor } from '../arguments/file-fault.ts';
import { mailsBeganIn } from './copy-beginning-of-mails.ts';
import { historyOf } from './copy-log.ts';
import { type ExportedPicture, firstLine, lineOf, type Trailer } from './export-format.ts';
import { putNew } from './put-new.ts';

/** Bytes that are written at a time, about. */
const pieceSize = 256 * 1024;

type Watching = { readonly signal: AbortSignal; readonly reached: (position: number, of: number) => void };
/** `put` gives a file that is whole its name. */
type Putting = { readonly put?: (draft: string, file: string) => Promise<void> };

/**
 * Writes the whole log into a file, as it lies in the store: what is sealed stays sealed, and no key is in it. Behind the events it
 * writes the pictures that were uploaded. The file is there when it is whole, and not before.
 * @returns how many events there are, and how many pictures in all their sizes
 * @throws BadSetting when there is such a file already; Refusal when there is no room for it
 */
export async function exportLog(
  store: EventStore,
  file: string,
  { signal, reached, put = putNew }: Watching & Putting,
): Promise<{ events: number; pictures: number }> {
  if (existsSync(file)) throw new BadSetting(`${file} is there already`);
  // Before the events: whatever a reactor has reacted to by then is among them.
  const reactors = await reactorsOf(store);
  const parked = new ParkedEvents(store);
  await parked.load();
  const draft = `${file}.${randomBytes(4).toString('hex')}.unfinished`;
  const out = await open(draft, 'wx', 0o600);
  try {
    const mails = await mailsBeganIn(store);
    const trailer: Trailer = { end: true, events: 0, pictures: 0, reactors: {}, parked: [...parked.entries], mails };
    const lines = linesOf(store, trailer, reactors, { signal, reached });
    await write(out, lines);
    await out.sync();
    await put(draft, file);
    syncDirectory(dirname(file));
    return { events: trailer.events, pictures: trailer.pictures ?? 0 };
  } catch (reason) {
    throw withoutRoomFor(file, reason);
  } finally {
    await out.close();
    await rm(draft, { force: true });
  }
}

async function* linesOf(
  store: EventStore,
  trailer: Trailer,
  reactors: ReadonlyMap<string, bigint>,
  { signal, reached }: Watching,
): AsyncGenerator<string> {
  const head = Number(await store.head());
  yield JSON.stringify(firstLine);
  for (const name of reactors.keys()) trailer.reactors[name] = 0;
  for await (const event of historyOf(store)) {
    signal.throwIfAborted();
    trailer.events += 1;
    for (const [name, upTo] of reactors) if (event.position <= upTo) trailer.reactors[name] = trailer.events;
    reached(Number(event.position), head);
    yield lineOf(event);
  }
  // After the events: whatever picture a tool shows by then has been kept before.
  let pictures = 0;
  for await (const key of store.records.keys(keptPicture)) {
    signal.throwIfAborted();
    const record = await store.records.get(key);
    if (!record) continue; // It was taken away meanwhile.
    pictures += 1;
    yield JSON.stringify({ picture: key.slice(keptPicture.length), webp: record.value } satisfies ExportedPicture);
  }
  trailer.pictures = pictures;
  yield JSON.stringify(trailer);
}

/** What there is no room for is refused: a single write takes as much as there is room for, and says so to whoever asks. */
async function write(out: FileHandle, lines: AsyncIterable<string>): Promise<void> {
  let piece = '';
  for await (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < pieceSize) continue;
    await out.appendFile(piece);
    piece = '';
  }
  await out.appendFile(piece);
}
