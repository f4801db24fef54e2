import { z } from 'zod';
import { Refusal } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { parkedEvent } from '../../feed/parked/parked-events.ts';
import { linesOfFile } from './lines-of-file.ts';

/** The first line: what the file is. Files of version 1 have no pictures. */
const header = z.strictObject({ export: z.literal('inventory events'), version: z.literal([1, 2]) });
export const firstLine = { export: 'inventory events', version: 2 } as const;

/**
 * Characters of an event's line, at most: many times what a shop writes, and more than EventStoreDB takes of one (1 MiB). Without a
 * bound, a page of a log would fill the memory of whoever reads it.
 */
const longestEvent = 2 * 1024 * 1024;

/**
 * A column of the log. A zero is what stands between columns where a log is read as bytes (packed-rows.ts), and of half a character
 * the store keeps another one.
 */
const column = z.string().refine((text) => !text.includes('\0') && text.isWellFormed());

/** A line an event, as it lies in the store but for its position, which is each store's own. */
const exported = z.strictObject({
  stream: column,
  revision: z.string().regex(/^\d+$/),
  id: column,
  type: column,
  data: z.unknown(),
  meta: z.unknown(),
});

/** A line a size of an uploaded picture, behind the events: the record that it is kept in, whose key and text these are. */
const exportedPicture = z.strictObject({
  picture: z.string().regex(/^[\da-f]{32}-\d{1,5}$/),
  webp: z.base64(),
});
export type ExportedPicture = z.infer<typeof exportedPicture>;

/** The last line, without which a file is not whole: how many events there are, and what was done because of them. */
const trailer = z.strictObject({
  end: z.literal(true),
  events: z.int().nonnegative(),
  /** How many lines of pictures there are; left out where the file has none at all, as those of version 1. */
  pictures: z.int().nonnegative().optional(),
  /** Up to which event, from 1, each reactor has reacted: it must not do so again. */
  reactors: z.record(z.string(), z.int().nonnegative()),
  parked: z.array(parkedEvent),
  /** Since when mails are written, as the record says it; left out where none are, and in files of before. */
  mails: z.string().optional(),
});
export type Trailer = z.infer<typeof trailer>;

export function lineOf({ stream, revision, id, type, data, meta }: StoredEvent): string {
  return JSON.stringify({ stream, revision: `${revision}`, id, type, data, meta });
}

/** The events of a file, then what stands behind them. */
export async function* exportedIn(file: string): AsyncGenerator<StoredEvent, Trailer, undefined> {
  const lines = linesIn(file);
  for (;;) {
    const { value, done } = await lines.next();
    if (done) return value;
    if (!('picture' in value)) yield value;
  }
}

/** The pictures of a file. */
export async function* picturesIn(file: string): AsyncGenerator<ExportedPicture> {
  for await (const line of linesIn(file)) if ('picture' in line) yield line;
}

/**
 * The events of a file, its pictures, then what stands behind them. Of the file no more than a line is in the memory at once.
 * Positions are those in the file, from 1.
 * @throws Refusal for what is no export, or not a whole one
 */
async function* linesIn(file: string): AsyncGenerator<StoredEvent | ExportedPicture, Trailer, undefined> {
  let line = 0;
  let pictures = 0;
  let end: Trailer | undefined;
  for await (const text of linesOfFile(file)) {
    line += 1;
    const read = parsed(text);
    const wrong = () => new Refusal(`${file} is no export: line ${line} is none of one.`);
    if (end) throw wrong();
    if (line === 1) {
      if (!header.safeParse(read).success) throw wrong();
      continue;
    }
    const event = exported.safeParse(read);
    if (event.success && pictures === 0) {
      if (text.length > longestEvent)
        throw new Refusal(`${file} cannot be read: line ${line} is too long for an event.`);
      const { revision, meta, ...rest } = event.data;
      const position = BigInt(line - 1);
      // Whatever it is that an event says about itself: whoever reads it looks at it (wholeEvent).
      yield { ...rest, meta: meta as StoredEvent['meta'], revision: BigInt(revision), position };
      continue;
    }
    const picture = exportedPicture.safeParse(read);
    if (picture.success) {
      pictures += 1;
      yield picture.data;
      continue;
    }
    end = trailer.safeParse(read).data;
    if (end?.events !== line - 2 - pictures || (end.pictures ?? 0) !== pictures) throw wrong();
  }
  if (!end) throw new Refusal(`${file} is not a whole export: it ends after line ${line}.`);
  return end;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
