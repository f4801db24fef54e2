import { type AppendResult, type EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { start } from '../../../modules/kernel/event-store.ts';
import { pause } from '../../runtime/time/pause.ts';
import { credentialsOf } from './address.ts';
import type { readerOf } from './reads.ts';
import { isWrongRevision } from './trouble/trouble.ts';

/** Milliseconds after which a mark is looked for again that somebody has just made. */
const lookAgain = 20;

/**
 * Where in the log the shop's history begins: at a mark that every process writes before its first event, if it is not
 * there. Without it, a search for the shop's first event would go through everything that others wrote before.
 * @returns a cache of that position, which is asked for with a deadline in milliseconds.
 */
export function beginningOf(
  client: EventStoreDBClient,
  address: string,
  stream: string,
  reader: Pick<ReturnType<typeof readerOf>, 'firstOf'>,
): (deadline: number) => Promise<bigint> {
  const credentials = credentialsOf(address);
  /** It has none of the metadata by which the shop knows its own events, and so is never seen as one. */
  const mark = jsonEvent({ type: 'HistoryBegan', data: {} });
  let known: Promise<bigint> | undefined;

  /** Of a mark that was deleted nobody knows what came before the next: then everything is searched. */
  const placeOfMark = (revision: bigint, position: bigint | undefined) =>
    revision === 0n && position !== undefined ? position : start;

  async function marked(): Promise<bigint | undefined> {
    const first = await reader.firstOf(stream);
    return first && placeOfMark(first.revision, first.position?.commit);
  }

  async function mayMark(deadline: number): Promise<AppendResult | undefined> {
    try {
      const result = await client.appendToStream(stream, [mark], {
        expectedRevision: NO_STREAM,
        credentials,
        deadline,
      });
      return result.success ? result : undefined;
    } catch (error) {
      if (isWrongRevision(error)) return undefined;
      throw error;
    }
  }

  async function find(deadline: number): Promise<bigint> {
    const found = await marked();
    if (found !== undefined) return found;
    const appended = await mayMark(deadline);
    if (appended) return placeOfMark(appended.nextExpectedRevision, appended.position?.commit);
    // Another process was first, whose mark the server knows of before it shows it. One that an operator has hidden is never shown.
    for (const until = performance.now() + deadline / 2; ; await pause(lookAgain)) {
      const first = await marked();
      if (first !== undefined || performance.now() >= until) return first ?? start;
    }
  }

  return (deadline) => {
    known ??= find(deadline).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
