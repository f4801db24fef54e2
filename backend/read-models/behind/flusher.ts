import { Unavailable } from '../../../modules/kernel/errors.ts';
import { backOff } from '../../runtime/retries/back-off.ts';
import { background } from '../../runtime/scheduling/background.ts';
import { pause } from '../../runtime/time/pause.ts';
import { noEntries, type Stored, type Written } from '../sqlite-writes.ts';
import { FileWriter } from './file-writer.ts';
import type { HeldProjection } from './held-projection.ts';
import type { Answer, ToWrite } from './jobs.ts';
import type { Entries, Memtable } from './memtable.ts';
import { packDocuments } from './packed-documents.ts';

/**
 * How far the file may be behind the memory, in milliseconds and in bytes, before it is written: the more at once, the less
 * often a page is written of an index into which it goes at random.
 */
const writeAfter = { milliseconds: 500, bytes: 16 * 1024 * 1024 };
/** How much may wait to be written, in bytes: then commits wait, too. */
const mostUnwritten = 32 * 1024 * 1024;
/** How many documents are sent to the thread at once: so many keep the event loop for half a millisecond to a whole one. */
const partSize = 64;
/** Back-off while the file cannot be written, in milliseconds. */
const writeAgain = { first: 50, most: 1_000 };

type Surroundings = {
  readonly held: () => Iterable<HeldProjection>;
  /** Resolves when the file may be written; undefined when it may. */
  readonly ready: () => Promise<void> | undefined;
  /** Hears what came of each writing. */
  readonly done: (answer: Answer) => void;
};

type Writing = Omit<ToWrite, 'documents'> & { readonly held: HeldProjection; readonly memtable: Memtable };

/** Brings what projections have in the memory to the file, all of it together, half a second after it came or when it is much. */
export class Flusher {
  readonly #surroundings: Surroundings;
  readonly #writer: FileWriter;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #failure: string | undefined;
  #failures = 0;

  constructor(file: string, surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.#writer = new FileWriter(file);
  }

  get isFull(): boolean {
    return this.#unwritten() >= mostUnwritten;
  }

  /** Says that something was committed. */
  committed(): void {
    if (this.#unwritten() >= writeAfter.bytes) void this.#run();
    else this.#timer ??= setTimeout(() => void this.#run(), writeAfter.milliseconds).unref();
  }

  /** Resolves when there is room for more. @throws Unavailable while the file cannot be written. */
  async room(): Promise<void> {
    await this.#runWhile(() => this.isFull);
  }

  /** Brings all to the file that was committed by now. @throws Unavailable when it cannot be written. */
  async flush(): Promise<void> {
    const targets = [...this.#surroundings.held()].map((held) => ({ held, position: held.at ?? -1n }));
    await this.#runWhile(() => targets.some(({ held, position }) => held.lacks(position)));
  }

  /** Forgets a projection in the file. @throws Unavailable when it cannot be written. */
  async drop(name: string): Promise<void> {
    await this.#inTurn(async () => {
      await this.#surroundings.ready();
      return this.#writer.drop(name);
    });
  }

  /**
   * How many entries a list of the file has, while this process writes nothing to it.
   * @param learn called before that is over
   * @throws Unavailable when it cannot be read.
   */
  async count(
    name: string,
    list: { readonly index: string; readonly key: string },
    learn: (stored: Stored | undefined, entries: number) => void,
  ): Promise<void> {
    await this.#inTurn(async () => {
      const answer = await this.#writer.count(name, list);
      if (answer.kind === 'done') learn(answer.outcomes[0]?.stored, answer.entries ?? 0);
      return answer;
    });
  }

  /** Does something while this process writes nothing to the file. */
  async alone(work: () => Promise<void>): Promise<void> {
    while (this.#running) await this.#running;
    const working = Promise.resolve(this.#surroundings.ready()).then(work);
    this.#running = working.catch(() => undefined).then(() => this.#ended());
    await working;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stop.abort();
    await this.#running;
    await this.#writer.close();
  }

  /** One thing at a time, the writing too. @throws Unavailable when it failed. */
  async #inTurn(work: () => Promise<Answer>): Promise<void> {
    while (this.#running) await this.#running;
    const answering = work().catch(failed);
    this.#running = answering.then(() => this.#ended());
    const answer = await answering;
    this.#done(answer);
    if (answer.kind === 'failed') throw unavailable(answer.reason);
  }

  async #runWhile(isLeft: () => boolean): Promise<void> {
    while (isLeft()) {
      // What is left then is not written any more: without this, it would be looked at again for ever, with nobody's turn in between.
      if (this.#stop.signal.aborted) throw new Unavailable('The read models are closed.');
      await this.#run();
      if (this.#failure !== undefined) throw unavailable(this.#failure);
    }
  }

  #unwritten(): number {
    let bytes = 0;
    for (const held of this.#surroundings.held()) bytes += held.bytes;
    return bytes;
  }

  #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running ??= this.#write().finally(() => this.#ended());
    return this.#running;
  }

  #ended(): void {
    this.#running = undefined;
    const isLeft = [...this.#surroundings.held()].some((held) => held.isToBeWritten);
    if (isLeft && !this.#stop.signal.aborted) this.committed();
  }

  async #write(): Promise<void> {
    while (this.#surroundings.ready()) await this.#surroundings.ready();
    const writings: Writing[] = [];
    for (const held of this.#surroundings.held()) {
      if (held.isToBeWritten) writings.push({ held, name: held.name, ...held.beginWriting() });
    }
    if (writings.length === 0) return;
    const answer = await this.#bring(writings).catch(failed);
    for (const [index, { held, memtable }] of writings.entries()) {
      const outcome = answer.kind === 'done' ? answer.outcomes[index] : undefined;
      if (outcome?.isWritten && outcome.stored) held.written(memtable, outcome.stored);
      else held.notWritten(memtable, outcome);
    }
    this.#failure = answer.kind === 'failed' ? answer.reason : undefined;
    this.#done(answer);
    this.#failures = this.#failure === undefined ? 0 : this.#failures + 1;
    if (this.#failures > 0) await pause(backOff(this.#failures, writeAgain), this.#stop.signal);
  }

  /** Rejects where the thread can be neither started nor sent something. */
  async #bring(writings: readonly Writing[]): Promise<Answer> {
    for (const { name, memtable } of writings) await this.#send(name, memtable);
    return this.#writer.write(
      writings.map(({ name, from, upTo, memtable }) => ({ name, from, upTo, documents: memtable.changes.size })),
    );
  }

  /** Nobody waits for this who could be told that it failed; whoever reads meets the same fault. */
  #done(answer: Answer): void {
    try {
      this.#surroundings.done(answer);
    } catch (reason) {
      this.#failure = String(reason);
    }
  }

  /** In pieces, so that others get in between. */
  async #send(name: string, memtable: Memtable): Promise<void> {
    const changes = memtable.changes.entries();
    for (let left = memtable.changes.size; left > 0; left -= partSize) {
      await background.run(async () => {
        const documents: Written[] = [];
        for (const [id, { document, entries }] of changes.take(partSize)) {
          documents.push({ id, document, entries: document === undefined ? noEntries : textOf(entries) });
        }
        this.#writer.send(name, packDocuments(documents));
      });
    }
  }
}

function textOf(entries: Entries): string {
  return typeof entries === 'string' ? entries : JSON.stringify(entries);
}

const failed = (reason: unknown): Answer => ({ kind: 'failed', isDamaged: false, reason: String(reason) });

function unavailable(reason: string): Unavailable {
  return new Unavailable(`The read models cannot be written: ${reason}`);
}
