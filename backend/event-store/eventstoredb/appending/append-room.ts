import { Busy } from '../../../../modules/kernel/errors.ts';
import type { Try } from '../trouble/patience.ts';

/** What may be under way, and what may wait beside it: more is refused. */
export type AppendBounds = {
  /** Bytes that were sent and not answered yet. */
  readonly sent: number;
  /** Bytes that wait, for their turn in a stream or to be sent, and how many appends; those that were sent included. */
  readonly bytes: number;
  readonly appends: number;
};

/** As much may wait as on SQLite. A server is sent what it can work on: more would lie there, or in its connection. */
const usual: AppendBounds = { sent: 4 * 2 ** 20, bytes: 64 * 2 ** 20, appends: 10_000 };

/** Back-pressure: whom the server does not answer fast enough waits here, in order, and no more than so many. */
export function appendRoom({ sent: mostSent, bytes: mostBytes, appends: mostAppends } = usual) {
  let appends = 0;
  let bytes = 0;
  let sent = 0;
  const line = new Set<{ readonly bytes: number; readonly enter: () => void }>();

  function letIn(): void {
    for (const next of line) {
      if (sent > 0 && sent + next.bytes > mostSent) return;
      line.delete(next);
      sent += next.bytes;
      next.enter();
    }
  }

  return {
    /**
     * @returns to be called when the append has come to an end.
     * @throws Busy before anything has happened; but one alone is always taken, however large it is.
     */
    admit(size: number): () => void {
      if (appends > 0 && (appends >= mostAppends || bytes + size > mostBytes)) {
        throw new Busy('Too much is being written at this moment. Please try again.');
      }
      appends += 1;
      bytes += size;
      return () => {
        appends -= 1;
        bytes -= size;
      };
    },

    /** Settles when it may be sent; undefined at once when it may. Whose time is up before that never enters. */
    enter(size: number, { whenOver }: Pick<Try, 'whenOver'>): Promise<void> | undefined {
      if (line.size === 0 && (sent === 0 || sent + size <= mostSent)) {
        sent += size;
        return undefined;
      }
      return new Promise((resolve) => {
        const waiting = { bytes: size, enter: resolve };
        line.add(waiting);
        whenOver(() => {
          if (line.delete(waiting)) letIn();
        });
      });
    },

    /** Of what was let in so many bytes are no more under way. */
    leave(size: number): void {
      sent -= size;
      letIn();
    },
  };
}
