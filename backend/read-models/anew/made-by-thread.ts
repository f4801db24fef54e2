import type { Worker } from 'node:worker_threads';
import { CheckpointMoved, Unavailable } from '../../../modules/kernel/errors.ts';
import type { Change, FoldedInto } from '../../../modules/kernel/read-models.ts';
import { forMuchAtOnce, startThread } from '../../runtime/thread.ts';
import type { Part } from '../behind/jobs.ts';
import { noEntries } from '../sqlite-writes.ts';
import type { Answer, Request } from './jobs.ts';

/** How many commits may be on their way to the thread: each is some hundred kilobytes. */
const mostUnderWay = 12;

/**
 * Read models that a thread makes from nothing. What was committed leaves this thread's memory at once: with it here until it
 * is written, collecting garbage would be a third of all work.
 */
export class MadeByThread implements FoldedInto {
  readonly mostPerCommit = 1_000;
  readonly #thread: Worker;
  readonly #positions = new Map<string, bigint>();
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
    const answer = await this.ask({ kind: 'read', name: projection, ids });
    return answer.kind === 'found' ? [...answer.documents] : [];
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
    const putting = this.ask({ kind: 'put', name: projection, position: String(next), part: partOf(changes) });
    putting.catch(() => undefined); // Whoever commits next hears of it.
    this.#underWay.push(putting);
    if (this.#underWay.length > mostUnderWay) await this.#underWay.shift();
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
