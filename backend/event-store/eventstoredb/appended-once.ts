import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import type { NewEvent } from '../../../modules/kernel/event.ts';
import type { Appended, ExpectedRevision } from '../../../modules/kernel/event-store.ts';
import type { Appends } from './appends.ts';
import type { OwnEvents } from './own-events.ts';
import type { Try } from './patience.ts';
import type { readerOf } from './reads.ts';

type CarryOut = (attempt: (attempt: Try) => Promise<Appended>) => Promise<Appended>;

/**
 * Appends that are there once however often they are tried. After a try without an answer nobody knows whether it was
 * written. The next one repeats it with the same ids at the same revision, which the server recognises, but for two cases
 * that are looked up here: `any`, of which it only remembers recent ones, and `none` on a stream that was deleted before,
 * where it looks at revision 0.
 * @param prefix what the names of the streams begin with on the server.
 * @param own told what is about to be sent, so many bytes in all, and what was in vain
 */
export function appenderOf(
  appends: Appends,
  prefix: string,
  reader: Pick<ReturnType<typeof readerOf>, 'findAtEnd' | 'findAtStart' | 'head'>,
  own?: Pick<OwnEvents, 'send' | 'forget'>,
) {
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
          const appended =
            (expected === 'any' && attempt.number > 1 ? await reader.findAtEnd(stream, ids()) : undefined) ??
            (await once(attempt)) ??
            (expected === 'none' ? await reader.findAtStart(stream, ids()) : undefined);
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
