import { LRUCache } from 'lru-cache';
import type { EntityStates } from '../../modules/audit/entity-states.ts';
import { keptEvery } from '../../modules/audit/entity-states.ts';
import { isReadable, type StoredEvent } from '../../modules/kernel/event.ts';
import type { LogBatch } from '../../modules/kernel/event-store.ts';
import { roughBytes } from '../../modules/kernel/memory/rough-bytes.ts';
import type { KeptState } from './kept-state.ts';

/** Of more things than that, or larger ones, those that are kept are read again each time: as many events as there are. */
const remembered = { things: 8_192, bytes: 16 * 2 ** 20 };

type Remembered = { readonly revision: bigint; readonly state: unknown };

/**
 * Folds what happens to things with long histories as the log goes by, and has their states kept now and then, so that nobody
 * ever folds more than some dozens of events to know one as of any of them.
 */
export class RunningStates {
  readonly #states: Pick<EntityStates, 'viewOf' | 'at' | 'evolved' | 'isHeldNoMore'>;
  readonly #things: LRUCache<string, Remembered>;

  /** @param most how many things are remembered, and how many bytes their states may take, roughly */
  constructor(states: Pick<EntityStates, 'viewOf' | 'at' | 'evolved' | 'isHeldNoMore'>, most = remembered) {
    this.#states = states;
    this.#things = new LRUCache({
      max: most.things,
      maxSize: most.bytes,
      sizeCalculation: ({ state }) => 1 + roughBytes(state),
    });
  }

  /** @returns what is to be kept once the piece of the log is indexed */
  async add({ events }: LogBatch): Promise<KeptState[]> {
    const kept: KeptState[] = [];
    for (const event of events) {
      const view = this.#states.viewOf(event.stream);
      if (view?.keptAs === undefined || !isReadable(event)) continue;
      const { stream, revision } = event;
      const isTime = (revision + 1n) % keptEvery === 0n;
      const known = this.#known(event);
      // What is not remembered is folded only where it is to be kept.
      if (known === undefined && !isTime) continue;
      const before = known ?? { state: await this.#states.at(stream, revision - 1n) };
      const state = this.#states.evolved(view, before.state, event);
      this.#things.set(stream, { revision, state });
      if (isTime) {
        kept.push({ name: stream, version: view.keptAs, at: Number(revision), state: JSON.stringify(state) });
      }
    }
    return kept;
  }

  /** What the thing was before an event, if that is remembered. */
  #known({ stream, revision }: StoredEvent): { readonly state: unknown } | undefined {
    const view = this.#states.viewOf(stream);
    if (revision === 0n) return { state: view?.initial };
    const found = this.#things.get(stream);
    if (found?.revision !== revision - 1n) return undefined;
    return view && this.#states.isHeldNoMore(view, found.state) ? undefined : found;
  }
}
