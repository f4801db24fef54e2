import { LRUCache } from 'lru-cache';
import type { KeptPage, KeptPages, PagesByUse } from './kept-pages.ts';
import { bytesOf, type Kept } from './memtable.ts';

/** How much is kept of what the file has too, in bytes. Counted as if every character took two, which few do. */
const most = { documents: 16 * 1024 * 1024, pages: 8 * 1024 * 1024 };

/** A page that is larger is read from the file again each time: one list would be all that there is room for. */
const largestPage = 2 * 1024 * 1024;

/** How long what nobody can ask for any more may stay, in milliseconds: people may be in it who were forgotten. */
const restsFor = 20_000;

/** What all projections together keep in the memory of what is in the file: what was used least lately goes first. */
export class Memory {
  readonly documents = new LRUCache<string, Kept>({
    maxSize: most.documents,
    sizeCalculation: (kept, name) => bytesOf(name, kept),
  });
  readonly pages: PagesByUse = new LRUCache<KeptPage, KeptPages>({
    maxSize: most.pages,
    maxEntrySize: largestPage,
    sizeCalculation: (_, { documents }) => documents.reduce((sum, { length }) => sum + 2 * length + 200, 500),
    dispose: (pages, page) => pages.disposed(page),
  });
  #names = 0;
  readonly #retired = new Set<string>();
  #sweeping: NodeJS.Timeout | undefined;

  /** A name that nothing in the memory begins with. */
  newName(): string {
    this.#names += 1;
    return `${this.#names} `;
  }

  /** A name is asked for no more. What begins with it goes a while later, with that of others: all that is kept is gone through. */
  retire(name: string): void {
    this.#retired.add(name);
    this.#sweeping ??= setTimeout(() => this.#sweep(), restsFor).unref();
  }

  clear(): void {
    clearTimeout(this.#sweeping);
    this.#sweeping = undefined;
    this.#retired.clear();
    this.documents.clear();
    this.pages.clear();
  }

  #sweep(): void {
    this.#sweeping = undefined;
    for (const key of [...this.documents.keys()]) {
      if (this.#retired.has(key.slice(0, key.indexOf(' ') + 1))) this.documents.delete(key);
    }
    this.#retired.clear();
  }
}
