import type { LRUCache } from 'lru-cache';
import type { Place } from '../../../modules/kernel/documents/cursor.ts';
import type { IndexEntry, ListQuery } from '../../../modules/kernel/read-models.ts';
import { byPlace, listOf } from './places.ts';

/** A page of a list, as long as it is what reading it again would give. */
export type KeptPage = {
  readonly name: string;
  readonly list: string;
  readonly order: ListQuery['order'];
  /** Between which places it is all that there is: after the one, up to and with the other, or to the end of the list. */
  readonly after: Place | undefined;
  readonly upTo: Place | undefined;
  /** The documents that it is made of; the one beyond it too, which says that there is a next page. */
  readonly ids: readonly string[];
  readonly documents: string[];
  readonly next: string | undefined;
};

/** All pages that are kept, of whichever projection, with whoever holds them: what was asked for least lately goes first. */
export type PagesByUse = LRUCache<KeptPage, KeptPages>;

/** The pages of one projection that are kept in the memory. */
export class KeptPages {
  readonly #byUse: PagesByUse;
  readonly #pages = new Map<string, KeptPage>();
  readonly #ofList = new Map<string, Set<KeptPage>>();
  readonly #withDocument = new Map<string, Set<KeptPage>>();

  constructor(byUse: PagesByUse) {
    this.#byUse = byUse;
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  get(name: string): KeptPage | undefined {
    const page = this.#pages.get(name);
    if (page) this.#byUse.get(page);
    return page;
  }

  keep(page: KeptPage): void {
    const earlier = this.#pages.get(page.name);
    if (earlier) this.#byUse.delete(earlier);
    this.#pages.set(page.name, page);
    addTo(this.#ofList, page.list, page);
    for (const id of page.ids) addTo(this.#withDocument, id, page);
    this.#byUse.set(page, this);
    if (!this.#byUse.has(page)) this.disposed(page); // It is too large to be kept.
  }

  /**
   * Takes away what is no longer so.
   * @param come the entries that the document has now and did not have before, as far as that is known
   */
  changed(id: string, come: readonly IndexEntry[]): void {
    for (const page of this.#withDocument.get(id) ?? []) this.#byUse.delete(page);
    for (const entry of come) {
      for (const page of this.#ofList.get(listOf(entry)) ?? []) {
        if (isWithin(page, { sort: entry.sort, id })) this.#byUse.delete(page);
      }
    }
  }

  clear(): void {
    for (const page of this.#pages.values()) this.#byUse.delete(page);
  }

  /** Lets go of one, which is not kept by its use any more. */
  disposed(page: KeptPage): void {
    if (this.#pages.get(page.name) === page) this.#pages.delete(page.name);
    removeFrom(this.#ofList, page.list, page);
    for (const id of page.ids) removeFrom(this.#withDocument, id, page);
  }
}

function isWithin({ order, after, upTo }: KeptPage, place: Place): boolean {
  const direction = order === 'ascending' ? 1 : -1;
  const isAfter = after === undefined || direction * byPlace(place, after) > 0;
  return isAfter && (upTo === undefined || direction * byPlace(place, upTo) <= 0);
}

function addTo(sets: Map<string, Set<KeptPage>>, name: string, page: KeptPage): void {
  const set = sets.get(name);
  if (set) set.add(page);
  else sets.set(name, new Set([page]));
}

function removeFrom(sets: Map<string, Set<KeptPage>>, name: string, page: KeptPage): void {
  const set = sets.get(name);
  set?.delete(page);
  if (set?.size === 0) sets.delete(name);
}
