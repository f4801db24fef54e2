import { LRUCache } from 'lru-cache';
import { WrongExpectedRevision } from '../kernel/errors.ts';
import type { SideRecords } from '../kernel/event-store.ts';
import { ownBytes } from '../kernel/memory/own-bytes.ts';
import { type PictureWidth, pictureWidths } from './contract.ts';

/** One picture in all its sizes: WebP. */
export type Sizes = { readonly [Width in PictureWidth]: Buffer };

/** All their keys begin with it. */
export const keptPicture = 'picture:';

const keyOf = (pictureId: string, width: PictureWidth) => `${keptPicture}${pictureId}-${width}`;

/** How many bytes of pictures a node has in its memory: those of the first pages of a large shop. */
const mostInMemory = 16 * 1_024 * 1_024;

/**
 * Pictures, each size a record beside the log: so every node serves what was uploaded at another, and what is backed up or
 * copied with the log has them too. A picture never changes under its id: what a node has read once it may serve, also for a while
 * after another has taken it away.
 */
export class KeptPictures {
  readonly #records: SideRecords;
  readonly #read = new LRUCache<string, Buffer>({ maxSize: mostInMemory, sizeCalculation: ({ length }) => length });
  /** Those that are being read, for all who ask meanwhile. Without this, a page that many open at once has each of them read its pictures anew. */
  readonly #reading = new Map<string, Promise<Buffer | undefined>>();

  constructor(records: SideRecords) {
    this.#records = records;
  }

  /** Whether all sizes of a picture are kept: the largest is put last. Not from memory: another node may have taken it away. */
  async has(pictureId: string): Promise<boolean> {
    return (await this.#records.get(keyOf(pictureId, largest))) !== undefined;
  }

  /** One that is in the memory of this node. */
  inMemory(pictureId: string, width: PictureWidth): Buffer | undefined {
    return this.#read.get(keyOf(pictureId, width));
  }

  async get(pictureId: string, width: PictureWidth): Promise<Buffer | undefined> {
    const key = keyOf(pictureId, width);
    const known = this.#read.get(key) ?? this.#reading.get(key);
    if (known) return known;
    const reading = this.#readOne(key).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #readOne(key: string): Promise<Buffer | undefined> {
    const record = await this.#records.get(key);
    if (!record) return undefined;
    const bytes = ownBytes(Buffer.from(record.value, 'base64'));
    this.#read.set(key, bytes);
    return bytes;
  }

  /** Resolves once all sizes are durable. Put by two at once, it is there once. */
  async put(pictureId: string, sizes: Sizes): Promise<void> {
    for (const width of pictureWidths) {
      try {
        await this.#records.put(keyOf(pictureId, width), sizes[width].toString('base64'), 'none');
      } catch (reason) {
        if (!(reason instanceof WrongExpectedRevision)) throw reason; // Another has put it, or an upload was broken off.
      }
    }
  }

  /** The pictures that are kept. Not for the hot path. */
  async ids(): Promise<readonly string[]> {
    const ids = new Set<string>();
    for await (const key of this.#records.keys(keptPicture)) {
      ids.add(key.slice(keptPicture.length).replace(/-\d+$/, ''));
    }
    return [...ids];
  }

  /** Takes a picture away, the largest size first: what is left when it is broken off is no whole picture. */
  async delete(pictureId: string): Promise<void> {
    for (const width of pictureWidths.toReversed()) {
      await this.#records.delete(keyOf(pictureId, width));
      this.#read.delete(keyOf(pictureId, width));
    }
  }
}

const largest = pictureWidths[pictureWidths.length - 1] ?? 1280;
