import { readFile, stat } from 'node:fs/promises';
import type { CountedLog } from '../../runtime/logging/counted-log.ts';
import { keyFile } from './identity-keys.ts';
import { keptIn, type ShopKeys, shopKeys } from './kept-keys.ts';

/** Milliseconds between two looks; and between two that are asked for, by whoever shows a key that nobody knows. */
const lookEvery = 1_000;
const mostOften = 100;

/** Tells of keys that an operator has put in the place of those that a node began with, while it runs. */
export class KeyFileWatch {
  readonly #path: string;
  readonly #take: (keys: ShopKeys) => Promise<void>;
  readonly #counted: CountedLog;
  #timer: NodeJS.Timeout | undefined;
  #seen: string | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: { dir: string; take: (keys: ShopKeys) => Promise<void>; counted: CountedLog }) {
    this.#path = keyFile(options.dir);
    this.#take = options.take;
    this.#counted = options.counted;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), lookEvery).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Looks whether the file is another one. What cannot be read leaves everything as it is. */
  look(): Promise<void> {
    const now = performance.now();
    if (now - this.#lookedAt < mostOften) return this.#looking;
    this.#lookedAt = now;
    this.#looking = this.#looking.then(() => this.#look());
    return this.#looking;
  }

  async #look(): Promise<void> {
    try {
      const { ino, mtimeMs } = await stat(this.#path);
      const mark = `${ino} ${mtimeMs}`;
      if (mark === this.#seen) return;
      await this.#take(shopKeys(keptIn(await readFile(this.#path, 'utf8'), this.#path)));
      this.#seen = mark;
    } catch (reason) {
      const said = reason instanceof Error ? reason.message : 'unknown';
      this.#counted.add(`UnreadableKeys: ${said}`, {
        ...{ level: 'warn', message: 'new keys could not be read', call: 'looking at the file of keys' },
        first: { reason: said },
      });
    }
  }
}
