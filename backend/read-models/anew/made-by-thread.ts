import type { Worker } from 'node:worker_threads';
import { CheckpointMoved, Unavailable } from '../../../modules/kernel/errors.ts';
import type { Change, FoldedInto } from '../../../modules/kernel/read-models.ts';
import { forMuchAtOnce, startThread } from '../../runtime/processes/thread.ts';
import { noEntries } from '../sqlite-writes.ts';
import type { Answer, Part, Request } from './jobs.ts';

/** How many commits may be on their way to the thread: each is some hundred kilobytes. */
const mostUnderWay = 12;
/** How many documents of a projection are kept back that change again and again. */
const mostKeptBack = 8_192;

/**
 * Read models that a thread makes from nothing. What was committed leaves this thread's memory at once: with it here until it
 * is written, collecting garbage would be a third of all work.
 */
export class MadeByThread implements FoldedInto {
  readonly mostPerCommit = 1_000;
  readonly keepsBack = true;
  readonly #thread: Worker;
  readonly #positions = new Map<string, bigint>();
  /** What changes again and again, by projection and id: that which has not changed for the longest comes first. */
  readonly #keptBack = new Map<string, Map<string, Change>>();
  readonly #asked: { readonly resolve: (answer: Answer) => void; readonly reject: (reason: unknown) => void }[] = [];
  #underWay: Promise<unknown>[] = [];
  #failure: Unavailable | undefined;

  /** @param script what the thread runs: it gives one answer to each request, in their order */
  constructor(script: URL, data: unknown) {
    this.#thread = startThread(script, data, forMuchAtOnce);
    this.#thread.on('message', (answer: Answer) => {
      if (answer.kind === 'failed') this.fail(answer.reason);
      else this.#asked.shift()?.resolve(answer);
    });
    this.#thread.on('error', (error) => this.fail(String(error)));
    this.#thread.on('exit', () => this.fail('The thread that makes them ended.'));
  }

  async checkpoint(projection: string): Promise<bigint | undefined> {
    return this.#positions.get(projection);
  }

  async getMany(projection: string, ids: readonly string[]): Promise<(string | undefined)[]> {
    if (!this.#positions.has(projection)) return ids.map(() => undefined);
    const keptBack = this.#keptBack.get(projection);
    const texts = ids.map((id) => keptBack?.get(id)?.document);
    const missing = ids.filter((_, at) => texts[at] === undefined);
    if (missing.length === 0) return texts;
    const answer = await this.ask({ kind: 'read', name: projection, ids: missing });
    const found = answer.kind === 'found' ? answer.documents.values() : [].values();
    return texts.map((text) => text ?? found.next().value);
  }

  async commit(
    projection: string,
    expected: bigint | undefined,
    next: bigint,
    changes: readonly Change[],
  ): Promise<void> {
    if (this.#failure) throw this.#failure;
    if (this.#positions.get(projection) !== expected) throw new CheckpointMoved(projection, expected);
    this.#positions.set(projection, next);
    this.#put(projection, this.#due(projection, changes));
    if (this.#underWay.length > mostUnderWay) await this.#underWay.shift();
  }

  /** Hands on what was kept back: what is asked next is answered with all of it. */
  protected handOn(): void {
    for (const [projection, keptBack] of this.#keptBack) this.#put(projection, [...keptBack.values()]);
    this.#keptBack.clear();
  }

  #put(projection: string, changes: readonly Change[]): void {
    const position = String(this.#positions.get(projection));
    const putting = this.ask({ kind: 'put', name: projection, position, part: partOf(changes) });
    putting.catch(() => undefined); // Whoever commits next hears of it.
    this.#underWay.push(putting);
  }

  /** What of these changes is handed on now, and what was kept back for too long. */
  #due(projection: string, changes: readonly Change[]): Change[] {
    const keptBack = this.#keptBack.get(projection) ?? new Map<string, Change>();
    this.#keptBack.set(projection, keptBack);
    const due: Change[] = [];
    for (const change of changes) {
      keptBack.delete(change.id);
      if (change.isLate) keptBack.set(change.id, change);
      else due.push(change);
    }
    for (const [id, change] of keptBack) {
      if (keptBack.size <= mostKeptBack) break;
      keptBack.delete(id);
      due.push(change);
    }
    return due;
  }

  protected ask(request: Request): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    if (this.#failure) reject(this.#failure);
    else {
      this.#asked.push({ resolve, reject });
      this.#thread.postMessage(request);
    }
    return promise;
  }

  protected fail(reason: string): void {
    this.#failure ??= new Unavailable(`The read models cannot be made anew: ${reason}`);
    for (const { reject } of this.#asked.splice(0)) reject(this.#failure);
  }

  /** Ends the thread in the midst of whatever it is at. */
  protected async end(): Promise<void> {
    this.fail('They are made no more.');
    await this.#thread.terminate();
  }
}

/** As columns, which come to another thread faster than rows. */
function partOf(changes: readonly Change[]): Part {
  const part: Part = { ids: [], documents: [], entries: [] };
  for (const { id, document, entries } of changes) {
    part.ids.push(id);
    part.documents.push(document);
    part.entries.push(document === undefined ? noEntries : JSON.stringify(entries));
  }
  return part;
}
