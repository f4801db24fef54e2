import { readFile, stat } from 'node:fs/promises';
import type { Log } from '../runtime/log.ts';
import { keyFile } from './identity-keys.ts';
import { keptIn, type ShopKeys, shopKeys } from './kept-keys.ts';

/** Milliseconds between two looks; and between two that are asked for, by who shows a key that nobody knows. */
const lookEvery = 1_000;
const mostOften = 100;

/** Tells of keys that an operator has put in the place of those that a node began with, while it runs. */
export class KeyFileWatch {
  readonly #path: string;
  readonly #take: (keys: ShopKeys) => Promise<void>;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #seen: string | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: { dir: string; take: (keys: ShopKeys) => Promise<void>; log: Log }) {
    this.#path = keyFile(options.dir);
    this.#take = options.take;
    this.#log = options.log;
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
      this.#log.warn({ reason: reason instanceof Error ? reason.message : 'unknown' }, 'new keys could not be read');
    }
  }
}
