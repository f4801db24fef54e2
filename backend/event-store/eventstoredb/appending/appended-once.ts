import { Unavailable, WrongExpectedRevision } from '../../../../modules/kernel/errors.ts';
import type { NewEvent } from '../../../../modules/kernel/event.ts';
import type { Appended, ExpectedRevision } from '../../../../modules/kernel/event-store.ts';
import { backOff } from '../../../runtime/retries/back-off.ts';
import { pause } from '../../../runtime/time/pause.ts';
import type { Appends } from '../appends.ts';
import type { OwnEvents } from '../reading/own-events.ts';
import { lastOf, type readerOf } from '../reads.ts';
import type { Try } from '../trouble/patience.ts';
import type { Placed } from './append-answer.ts';

/** Back-off of looking for what stands in the way, in milliseconds. */
const lookAgain = { first: 5, most: 40 };

/** How often is looked before a stream of which nothing is shown is taken for one that will show nothing. */
const looksBefore = 3;

type Beside = {
  readonly own?: Pick<OwnEvents, 'send' | 'forget'>;
  readonly makeWay?: (stream: string, attempt: Try) => Promise<boolean>;
};

type CarryOut = (attempt: (attempt: Try) => Promise<Appended>) => Promise<Appended>;

/**
 * Appends that are there once however often they are tried. After a try without an answer nobody knows whether it was
 * written. The next one repeats it with the same ids at the same revision, which the server recognises, but for two cases
 * that are looked up here: `any`, of which it only remembers recent ones, and `none` on a stream that was deleted before,
 * where it looks at revision 0.
 * @param prefix what the names of the streams begin with on the server.
 * @param beside.own told what is about to be sent, so many bytes in all, and what was in vain
 * @param beside.makeWay may delete a stream that is there, and of which nothing is shown for a while; true where it has
 */
export function appenderOf(
  appends: Appends,
  prefix: string,
  reader: Pick<ReturnType<typeof readerOf>, 'findAtEnd' | 'readStream' | 'lastOf' | 'head'>,
  { own, makeWay }: Beside = {},
) {
  /**
   * A server refuses because of what it has taken, and shows that when it is on the disks of most. Until then whoever is refused would
   * find nothing that they did not know. What is lost on its way there is shown to nobody: then it is tried again.
   * @returns where these very events stand, if it is they
   */
  async function whatIsThere(
    stream: string,
    expected: ExpectedRevision,
    ids: readonly string[],
    attempt: Try,
  ): Promise<Placed | undefined> {
    for (let looks = 1; !attempt.isOver(); looks++) {
      if (expected !== 'none') {
        if ((await reader.lastOf(stream))?.revision !== expected) return undefined;
      } else {
        const there = await reader.readStream(stream, { limit: ids.length });
        if (there.length > 0) return lastOf(ids, there);
        if (looks === looksBefore && (await makeWay?.(stream, attempt)))
          throw new Unavailable('A stream was in the way.');
      }
      await pause(backOff(looks, lookAgain));
    }
    return undefined;
  }

  return async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    carryOut: CarryOut,
  ): Promise<Appended> => {
    try {
      return await appended(stream, expected, events, carryOut);
    } catch (reason) {
      own?.forget(events);
      throw reason;
    }
  };

  function appended(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    carryOut: CarryOut,
  ): Promise<Appended> {
    return appends.append(
      { stream: prefix + stream, expected, events },
      (once) =>
        carryOut(async (attempt) => {
          const ids = () => events.map(({ id }) => id);
          const appended: Placed | undefined =
            (expected === 'any' && attempt.number > 1 ? await reader.findAtEnd(stream, ids()) : undefined) ??
            (await once(attempt)) ??
            (await whatIsThere(stream, expected, ids(), attempt));
          if (!appended) throw new WrongExpectedRevision(stream, expected);
          // Where nobody can tell any more where it stands, it is not behind the end of the log.
          return { revision: appended.revision, position: appended.position ?? (await reader.head()) };
        }),
      (bytes) => {
        // At whatever revision another node may have written under the same ids before, and the server keeps what that wrote.
        if (expected !== 'any') own?.send(events, bytes);
      },
    );
  }
}
