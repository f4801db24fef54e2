import type { Command } from '../../modules/kernel/aggregate.ts';
import type { CommandContext } from '../../modules/kernel/commands.ts';
import type { DomainEvent, NewEvent, StoredEvent } from '../../modules/kernel/event.ts';
import type { Append, Appended, EventStore, Turn } from '../../modules/kernel/event-store.ts';
import type { Followed, Piece } from './decide-together.ts';

/** Where something came to stand that was appended, and its events as the store would give them back. */
export type Written = Appended & { readonly events: readonly StoredEvent[] };

/** The same of what was decided together: of the stream itself, and where what followed from each job stands. */
export type WrittenTogether = { readonly own: Written; readonly followed: ReadonlyMap<Followed, Appended> };

/** Makes an event of what a command has decided. */
export type MakeEvent = (context: CommandContext, command: Command, event: DomainEvent) => NewEvent;

/** What comes to one stream at one point of an append: to the one that was decided on, or to one that follows from a job. */
type Part = Append & { readonly followed: Followed | undefined };

/**
 * Appends what was decided on a stream, all of it or nothing.
 * @throws WrongExpectedRevision
 */
export async function appendTogether(
  store: EventStore,
  { stream, revision }: { readonly stream: string; readonly revision: bigint },
  pieces: readonly Piece[],
  { makeEvent, turn }: { readonly makeEvent: MakeEvent; readonly turn?: Turn | undefined },
): Promise<WrittenTogether> {
  const parts = partsOf(stream, revision, pieces, makeEvent);
  const [first] = parts;
  const isOne = parts.length === 1 && first !== undefined && !turn;
  const appended = isOne
    ? [await store.append(stream, first.expected, first.events)]
    : await store.appendAll?.(parts, turn);
  const own: Written[] = [];
  const followed = new Map<Followed, Appended>();
  for (const [index, part] of parts.entries()) {
    const where = appended?.[index];
    if (!where) throw new RangeError(`The store does not say where the events of ${part.stream} stand.`);
    if (part.followed) followed.set(part.followed, where);
    else own.push({ ...where, events: storedOf(part, where) });
  }
  return { own: together(own), followed };
}

/**
 * What follows from a job stands right behind its own events, so that whoever reads the log in pieces mostly has both in one.
 * Only behind all of them where the stream is not there: one that was deleted goes on from a revision that nobody knows.
 */
function partsOf(stream: string, revision: bigint, pieces: readonly Piece[], makeEvent: MakeEvent): Part[] {
  const parts: Part[] = [];
  const behindAll: Part[] = [];
  let expected = revision;
  let events: NewEvent[] = [];
  const put = () => {
    if (events.length === 0) return;
    parts.push({ stream, expected: expected === -1n ? 'none' : expected, events, followed: undefined });
    expected += BigInt(events.length);
    events = [];
  };
  for (const { job, events: decided, followed } of pieces) {
    for (const event of decided) events.push(makeEvent(job.context, job.command, event));
    if (!followed) continue;
    if (revision !== -1n) put();
    const following = followed.events.map((event) => makeEvent(job.context, followed.step.command, event));
    const part: Part = { stream: followed.stream, expected: 'none', events: following, followed };
    (revision === -1n ? behindAll : parts).push(part);
  }
  put();
  return [...parts, ...behindAll];
}

function storedOf({ stream, events }: Append, { revision, position, positions }: Appended): StoredEvent[] {
  const first = revision - BigInt(events.length) + 1n;
  return events.map((event, index) => ({
    ...event,
    stream,
    revision: first + BigInt(index),
    position: positions?.[index] ?? position,
  }));
}

/** What came to one stream at several points, as one. */
function together(written: readonly Written[]): Written {
  const last = written.at(-1);
  if (!last) throw new RangeError('Nothing was appended.');
  if (written.length === 1) return last;
  const positions = written.flatMap((each) => each.positions ?? []);
  return { ...last, positions, events: written.flatMap(({ events }) => events) };
}
