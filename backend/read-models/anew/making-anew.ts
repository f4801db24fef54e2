import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { CheckpointMoved, Unavailable } from '../../../modules/kernel/errors.ts';
import type { Change, MadeAnew } from '../../../modules/kernel/read-models.ts';
import { startThread } from '../../runtime/thread.ts';
import type { Part } from '../behind/jobs.ts';
import { noEntries } from '../sqlite-writes.ts';
import type { Answer, Request, ThreadData } from './jobs.ts';
import { madeAnew, removeLeftovers } from './leftovers.ts';

/** How many commits may be on their way to the thread: each is some hundred kilobytes. */
const mostUnderWay = 12;

/** What has to be done where the file is that is shown. */
type Surroundings = {
  /** Does something while this process writes nothing to it. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  /** There may be another file in its place. */
  readonly replaced: () => void;
};

/**
 * Read models in a new file beside the one that is shown, made by a thread. What was committed leaves this thread's memory at
 * once: with it here until it is written, collecting garbage would be a third of all work.
 */
export class MakingAnew implements MadeAnew {
  readonly mostPerCommit = 1_000;
  readonly #surroundings: Surroundings;
  readonly #file: string;
  readonly #thread: Worker;
  readonly #positions = new Map<string, bigint>();
  readonly #asked: { readonly resolve: (answer: Answer) => void; readonly reject: (reason: unknown) => void }[] = [];
  #underWay: Promise<unknown>[] = [];
  #failure: Unavailable | undefined;

  constructor(inPlaceOf: string, mayGo: readonly string[], surroundings: Surroundings) {
    removeLeftovers(inPlaceOf);
    this.#surroundings = surroundings;
    this.#file = `${inPlaceOf}${madeAnew}${randomUUID()}`;
    const data: ThreadData = { file: this.#file, inPlaceOf, mayGo };
    this.#thread = startThread(new URL('./new-file-thread.ts', import.meta.url), data);
    this.#thread.on('message', (answer: Answer) => {
      if (answer.kind === 'failed') this.#fail(answer.reason);
      else this.#asked.shift()?.resolve(answer);
    });
    this.#thread.on('error', (error) => this.#fail(String(error)));
    this.#thread.on('exit', () => this.#fail('The thread that makes them ended.'));
  }

  async checkpoint(projection: string): Promise<bigint | undefined> {
    return this.#positions.get(projection);
  }

  async getMany(projection: string, ids: readonly string[]): Promise<(string | undefined)[]> {
    if (!this.#positions.has(projection)) return ids.map(() => undefined);
    const answer = await this.#ask({ kind: 'read', name: projection, ids });
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
    const putting = this.#ask({ kind: 'put', name: projection, position: String(next), part: partOf(changes) });
    putting.catch(() => undefined); // Whoever commits next hears of it.
    this.#underWay.push(putting);
    if (this.#underWay.length > mostUnderWay) await this.#underWay.shift();
  }

  async install(): Promise<boolean> {
    await this.#ask({ kind: 'finish' });
    let isInstalled = false;
    await this.#surroundings.alone(async () => {
      const answer = await this.#ask({ kind: 'install' });
      isInstalled = answer.kind === 'installed' && answer.isInstalled;
      this.#surroundings.replaced();
    });
    return isInstalled;
  }

  async abandon(): Promise<void> {
    this.#fail('They are made no more.');
    await this.#thread.terminate();
    rmSync(this.#file, { force: true });
  }

  #ask(request: Request): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    if (this.#failure) reject(this.#failure);
    else {
      this.#asked.push({ resolve, reject });
      this.#thread.postMessage(request);
    }
    return promise;
  }

  #fail(reason: string): void {
    this.#failure ??= new Unavailable(`The read models cannot be made anew: ${reason}`);
    for (const { reject } of this.#asked.splice(0)) reject(this.#failure);
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
