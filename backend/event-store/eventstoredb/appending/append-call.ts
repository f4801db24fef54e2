import { convertToCommandError } from '@eventstore/db-client';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { Unavailable } from '../../../../modules/kernel/errors.ts';
import type { Try } from '../trouble/patience.ts';
import { refusalOf } from '../trouble/refusal.ts';
import { type AppendAnswer, answerIn, appendedBy, type Placed } from './append-answer.ts';
import { numbered } from './append-wire.ts';

type Waiting = {
  readonly bytes: number;
  isSent: boolean;
  resolve: (appended: Placed | undefined) => void;
  reject: (error: Error) => void;
};

const nothing = () => {};

/** What becomes known to a call, and concerns others. */
type Heard = {
  /** An append is no more under way: so many bytes. */
  readonly settled: (bytes: number) => void;
  /** The server takes no appends at this moment; another may. */
  readonly notReady: () => void;
};

/**
 * One BatchAppend call, which carries many appends. Each is known by a number of this call; an answer to none that waits
 * here, be it late or given twice, is passed over. When the call breaks, nobody knows what became of those that wait.
 */
export class AppendCall {
  readonly #stream: ClientDuplexStream<Buffer, Buffer>;
  readonly #heard: Heard;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #isRetired = false;
  #broken: Error | undefined;

  constructor(stream: ClientDuplexStream<Buffer, Buffer>, heard: Heard) {
    this.#stream = stream;
    this.#heard = heard;
    stream.on('data', (answer: Buffer) => this.#take(answer));
    stream.on('error', (error) => this.#break(convertToCommandError(error)));
    stream.on('status', () => this.#break(new Unavailable('EventStoreDB has ended the call.')));
  }

  /**
   * @returns undefined when the stream is at another revision.
   * @throws Unavailable when the call breaks: it may have been appended, or not.
   */
  append(request: Buffer, { isOver, whenOver }: Pick<Try, 'isOver' | 'whenOver'>): Promise<Placed | undefined> {
    return new Promise((resolve, reject) => {
      const bytes = request.length;
      if (this.#broken || isOver()) {
        this.#heard.settled(bytes);
        reject(this.#broken ?? new Unavailable('There was no time left to append.'));
        return;
      }
      this.#last += 1;
      const number = this.#last;
      const waiting: Waiting = { bytes, isSent: false, resolve, reject };
      this.#waiting.set(number, waiting);
      whenOver(() => this.#giveUp(number));
      this.#stream.write(numbered(request, number), () => {
        waiting.isSent = true;
      });
    });
  }

  /** No more will be asked of it: it ends with the last that is under way. */
  retire(): void {
    this.#isRetired = true;
    this.#endIfIdle();
  }

  #take(bytes: Buffer): void {
    let answer: AppendAnswer;
    try {
      answer = answerIn(bytes);
    } catch (error) {
      // Nobody knows whose it was.
      this.#break(new Unavailable('EventStoreDB gave an answer that cannot be read.', { cause: error }));
      return;
    }
    const waiting = this.#settle(answer.number);
    if (!waiting) return;
    try {
      waiting.resolve(appendedBy(answer));
    } catch (error) {
      if (error instanceof Unavailable) this.#heard.notReady();
      waiting.reject(error instanceof Error ? error : new Error('An answer was no answer.', { cause: error }));
    }
  }

  /** What has not even left would leave much later, when nobody waits for it; and so would all that is behind it. */
  #giveUp(number: number): void {
    const waiting = this.#settle(number);
    if (waiting && !waiting.isSent) this.#break(new Unavailable('EventStoreDB takes nothing.'));
  }

  #settle(number: number): Waiting | undefined {
    const waiting = this.#waiting.get(number);
    if (!waiting) return undefined;
    this.#waiting.delete(number);
    this.#heard.settled(waiting.bytes);
    this.#endIfIdle();
    const settled = { ...waiting };
    // The map's former tables may lead here for a while, and are not to hold all that has waited (docs/decisions/0099).
    waiting.resolve = nothing;
    waiting.reject = nothing;
    return settled;
  }

  #break(error: Error): void {
    if (this.#broken) return;
    // Of one call for many, no fault is known to be that of any: all but refusals pass, and they are tried again.
    const refusal = refusalOf(error) ?? (isUnimplemented(error) ? error : undefined);
    this.#broken = refusal ?? new Unavailable('The call to EventStoreDB broke.', { cause: error });
    for (const number of [...this.#waiting.keys()]) this.#settle(number)?.reject(this.#broken);
    this.#stream.cancel();
  }

  #endIfIdle(): void {
    if (this.#isRetired && this.#waiting.size === 0) this.#stream.cancel();
  }
}

/** Nothing was done of it: the server is one of before BatchAppend, or something else has answered in its place. */
function isUnimplemented(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 12;
}

/** gRPC's words for an answer of HTTP alone: a load balancer's, say, behind which there may be a server a moment later. */
const ofHttp = /^12 UNIMPLEMENTED: Received HTTP status code/;

/** A server of before BatchAppend says this itself. */
export function isFromBefore(error: unknown): boolean {
  return isUnimplemented(error) && !ofHttp.test(error.message);
}
