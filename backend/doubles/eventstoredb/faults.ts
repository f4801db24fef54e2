import type { ServiceError } from '@grpc/grpc-js';
import { pause } from '../../runtime/time/pause.ts';
import { consumerTooSlow, unavailable } from './grpc-errors.ts';

/** Where a node is found. */
type Node = { readonly host: string; readonly port: number };

/** Why an append, or a deletion, is not taken. Each service says it in its own way. */
export type Refusal = { refused: 'not ready' | 'denied' | 'failed' } | { refused: 'not leader'; leader: Node };

/** What goes wrong next. Tests set it through `misbehave`; the services ask it. What is said of appends goes for deletions, too. */
export class Faults {
  readonly #subscriptions = new Set<(error: ServiceError) => void>();
  readonly #appendCalls = new Set<(error: ServiceError) => void>();
  /** How often subscriptions were silenced. */
  #silences = 0;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #held: (() => void)[] = [];
  #holding = false;
  #holdingWritten = false;
  #delayMs = 0;
  #toLose = 0;
  #toTimeOut = 0;
  #readPaceMs = 0;
  #breakAfter = Number.POSITIVE_INFINITY;
  #toRefuse = 0;
  #toFail = 0;
  #refusal: Refusal = { refused: 'not ready' };
  #leader: Node | undefined;

  get subscriptions(): number {
    return this.#subscriptions.size;
  }

  get appendCalls(): number {
    return this.#appendCalls.size;
  }

  /** The node that this one follows; undefined where it leads. */
  get leader(): Node | undefined {
    return this.#leader;
  }

  /** From now on another node leads. */
  follow(leader: Node): void {
    this.#leader = leader;
  }

  /** Ends all subscriptions as the server ends one whose consumer is too slow. Returns how many there were. */
  dropSubscriptions(): number {
    const dropped = this.#subscriptions.size;
    for (const drop of this.#subscriptions) drop(consumerTooSlow());
    this.#subscriptions.clear();
    return dropped;
  }

  /** The subscriptions that there are bring nothing any more, and do not end; those that are opened from now on do. */
  silenceSubscriptions(): void {
    this.#silences += 1;
  }

  /** For the services: whether a subscription that is opened now has been silenced since. */
  silenceable(): () => boolean {
    const before = this.#silences;
    return () => this.#silences > before;
  }

  /** From now on an append is written at once and answered so many milliseconds later. */
  delayAppendAnswers(ms: number): void {
    this.#delayMs = ms;
  }

  /** From now on a read that ends brings an event every so many milliseconds. */
  paceReads(ms: number): void {
    this.#readPaceMs = ms;
  }

  /** The next read that ends is broken off after so many events. */
  breakRead(after: number): void {
    this.#breakAfter = after;
  }

  /** From now on appends are written and their answers kept back until the returned function is called. */
  holdAppendAnswers(): () => void {
    this.#holding = true;
    return () => {
      this.#holding = false;
      for (const answer of this.#held.splice(0)) answer();
    };
  }

  /** From now on appends that are written are answered when the returned function is called, and those that are not at once. */
  holdWritten(): () => void {
    this.#holdingWritten = true;
    return () => {
      this.#holdingWritten = false;
      for (const answer of this.#held.splice(0)) answer();
    };
  }

  /** How many answers are being held back: one for each try of an append. */
  get heldAnswers(): number {
    return this.#held.length;
  }

  /** The next appends are written, and their clients never hear of it. */
  loseAppendAnswers(count: number): void {
    this.#toLose = count;
  }

  /** The next appends are written, and answered with a timeout: the server did not hear in time that they were. */
  timeOutAppends(count: number): void {
    this.#toTimeOut = count;
  }

  /** The next appends are not taken for want of readiness, and nothing is written. */
  refuseAppends(count = Number.POSITIVE_INFINITY): void {
    this.#toRefuse = count;
    this.#refusal = { refused: 'not ready' };
  }

  /** The next appends are forbidden to their user, and nothing is written. */
  denyAppends(count: number): void {
    this.#toRefuse = count;
    this.#refusal = { refused: 'denied' };
  }

  /** Ends the calls that carry many appends; what was written and not answered yet is never answered. Returns how many. */
  breakAppendCalls(): number {
    const broken = this.#appendCalls.size;
    for (const fail of this.#appendCalls) fail(unavailable());
    return broken;
  }

  /** The next appends are sent on to another node, and nothing is written. */
  answerNotLeader(leader: Node, count = 1): void {
    this.#toRefuse = count;
    this.#refusal = { refused: 'not leader', leader };
  }

  /** The next calls, whatever they are for, fail for a reason that lies in the server. */
  failCalls(count: number): void {
    this.#toFail = count;
  }

  /** Back to normal for what comes; answers that are held are given, lost ones stay lost. */
  behave(): void {
    this.#leader = undefined;
    this.#delayMs = 0;
    this.#readPaceMs = 0;
    this.#toLose = 0;
    this.#toTimeOut = 0;
    this.#toRefuse = 0;
    this.#toFail = 0;
    this.#breakAfter = Number.POSITIVE_INFINITY;
    this.#holding = false;
    this.#holdingWritten = false;
    for (const answer of this.#held.splice(0)) answer();
  }

  /** For the services: why the append is not taken. Undefined when it may go ahead. */
  refusal(): Refusal | undefined {
    if (this.fails()) return { refused: 'failed' };
    if (this.#toRefuse <= 0) return undefined;
    this.#toRefuse -= 1;
    return this.#refusal;
  }

  /** For the services: whether a call that has come is to fail. */
  fails(): boolean {
    if (this.#toFail <= 0) return false;
    this.#toFail -= 1;
    return true;
  }

  /** For the services: gives an answer now, later, never, or that of a timeout in its place. */
  answer(isWritten: boolean, give: () => void, giveTimeout: () => void): void {
    if (this.#toLose > 0) this.#toLose -= 1;
    else if (this.#toTimeOut > 0) {
      this.#toTimeOut -= 1;
      giveTimeout();
    } else if (this.#holding || (this.#holdingWritten && isWritten)) this.#held.push(give);
    else if (this.#delayMs > 0) this.#later(give);
    else give();
  }

  /** For the services: what happens to a read before it sends its next event. Throws when it is broken off. */
  async readOn(sent: number, signal: AbortSignal): Promise<void> {
    if (sent >= this.#breakAfter) {
      this.#breakAfter = Number.POSITIVE_INFINITY;
      throw unavailable();
    }
    if (this.#readPaceMs > 0) await pause(this.#readPaceMs, signal);
  }

  /** For the services: makes a subscription droppable until the returned function is called. */
  droppable(drop: (error: ServiceError) => void): () => void {
    this.#subscriptions.add(drop);
    return () => this.#subscriptions.delete(drop);
  }

  /** For the services: lets a call of many appends be broken off until the returned function is called. */
  breakable(fail: (error: ServiceError) => void): () => void {
    this.#appendCalls.add(fail);
    return () => this.#appendCalls.delete(fail);
  }

  /** The connections are gone, and with them every answer still to be given. */
  disconnect(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#held.length = 0;
    this.#subscriptions.clear();
    this.#appendCalls.clear();
  }

  #later(give: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      give();
    }, this.#delayMs);
    this.#timers.add(timer);
  }
}
