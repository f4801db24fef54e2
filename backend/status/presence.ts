import { z } from 'zod';
import { WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { Log } from '../runtime/logging/log.ts';
import { repeat } from '../runtime/retries/repeat.ts';
import { pause } from '../runtime/time/pause.ts';

/** The record beside the log in which all nodes stand: the log's store is the one thing that they all share. */
const key = 'nodes';
/**
 * Milliseconds between two times that a node says that it is there. EventStoreDB keeps each until a scavenge: a kilobyte or so;
 * SQLite writes it in the place of the one before.
 */
export const saidEvery = { SQLite: 10_000, EventStoreDB: 60_000 } as const;
/** After how many times that it has said nothing a node is silent; and the milliseconds after which nobody knows of it. */
export const silentAfter = 3;
const forgottenAfter = 600_000;
/** Nodes that are known of at most. One that ends over and over has another entry each time. */
const mostNodes = 32;
/** How often it is tried when other nodes say so at the same moment, before it is left to the next time. */
const mostTries = 5;
/** Milliseconds that saying farewell may take. */
const farewell = 1_000;

/** What a node says of itself. */
const said = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  /** Where it listens. */
  address: z.string(),
  startedAt: z.string(),
  standing: z.enum(['not yet open', 'preparing', 'serving', 'going']),
  /** How far its GETs are behind the log, in positions of the log. */
  behind: z.number(),
  /** How many projections stand still at it. */
  stopped: z.int(),
  connections: z.int(),
  /** How often it has said so: it lives for as long as this grows, whatever clocks show. */
  times: z.int(),
  /** Which identity keys it has, by what they are called; left out by releases that did not say. */
  keys: z.object({ reads: z.array(z.string()), writes: z.array(z.string()) }).optional(),
});
export type Said = Readonly<z.infer<typeof said>>;

/** A node as it is known here. */
export type KnownNode = Omit<Said, 'standing' | 'times' | 'keys'> & {
  readonly standing: Said['standing'] | 'silent';
  /** Seconds since it was heard of. */
  readonly heardAgo: number;
  /** Whether it is this one. */
  readonly isThis: boolean;
};

type Options = {
  readonly records: EventStore['records'];
  readonly node: Pick<Said, 'id' | 'host' | 'pid' | 'startedAt'>;
  readonly address: () => string;
  /** How it is at this moment. */
  readonly state: () => Pick<Said, 'standing' | 'behind' | 'stopped' | 'connections' | 'keys'>;
  readonly log: Log;
  /** Milliseconds, from whenever. */
  readonly clock?: () => number;
  /** Milliseconds between two times that a node says that it is there; the same at all of them. */
  readonly every: number;
};

/**
 * Which nodes there are (heartbeats). Each says so now and then, in one record for all: it is bounded, who ends takes itself
 * out, and of whoever was killed nobody knows after a while. Whether one lives is told by this node's clock alone.
 */
export class Presence {
  readonly #options: Options;
  readonly #clock: () => number;
  readonly #stop = new AbortController();
  /** When each was heard of, and how often it had said so by then. */
  readonly #heard = new Map<string, { readonly times: number; readonly at: number }>();
  #times = 0;
  #isStarted = false;
  #saying: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
  }

  /** Says that this node is there, from now on and until it is closed. */
  start(): void {
    this.#isStarted = true;
    const { log, every } = this.#options;
    const { signal } = this.#stop;
    const repeated = repeat('saying that this node is there', { every, log, signal }, () => this.say());
    this.#saying = Promise.all([this.#saying, repeated]);
    this.changed();
  }

  /** Has it said at once that the node is another than before. Where that fails, it is said the next time. */
  changed(): void {
    const said = this.say().catch(() => undefined);
    this.#saying = Promise.all([this.#saying, said]);
  }

  /** Says so now, and takes out of whom nothing was heard for long. */
  async say(): Promise<void> {
    this.#times += 1;
    const own = this.#own();
    await this.#change((others) => [...others, own]);
  }

  /** The nodes as they are known at this moment: the one that has been there longest first. */
  async all(): Promise<readonly KnownNode[]> {
    const { nodes } = await this.#read();
    const own = this.#own();
    const others = nodes.filter(({ id }) => id !== own.id && this.#silence(id) < forgottenAfter);
    return [own, ...others]
      .map(({ times: _, keys: __, ...node }): KnownNode => {
        const isThis = node.id === own.id;
        const silence = isThis ? 0 : this.#silence(node.id);
        const standing = silence > silentAfter * this.#options.every ? 'silent' : node.standing;
        return { ...node, standing, heardAgo: Math.floor(silence / 1_000), isThis };
      })
      .toSorted((one, other) => one.startedAt.localeCompare(other.startedAt) || one.id.localeCompare(other.id));
  }

  /** Takes this node out. Where that takes long, the others find out by themselves. */
  async close(): Promise<void> {
    this.#stop.abort();
    if (!this.#isStarted) return;
    const waited = new AbortController();
    const leave = this.#saying.then(() => this.#change((others) => others)).catch(() => undefined);
    await Promise.race([leave, pause(farewell, waited.signal)]);
    waited.abort();
  }

  #own(): Said {
    const { node, address, state } = this.#options;
    return { ...node, address: address(), ...state(), times: this.#times };
  }

  async #read(): Promise<{ readonly nodes: readonly Said[]; readonly version: bigint | 'none' }> {
    const record = await this.#options.records.get(key);
    const nodes = nodesIn(record?.value);
    const now = this.#clock();
    for (const { id, times } of nodes) {
      if (this.#heard.get(id)?.times !== times) this.#heard.set(id, { times, at: now });
    }
    for (const id of this.#heard.keys()) if (!nodes.some((node) => node.id === id)) this.#heard.delete(id);
    return { nodes, version: record?.version ?? 'none' };
  }

  async #change(change: (others: readonly Said[]) => readonly Said[]): Promise<void> {
    const { records, node } = this.#options;
    for (let tries = 1; ; tries++) {
      const { nodes, version } = await this.#read();
      const others = nodes.filter(({ id }) => id !== node.id && this.#silence(id) < forgottenAfter);
      const lively = others.toSorted((one, other) => this.#silence(one.id) - this.#silence(other.id));
      try {
        await records.put(key, JSON.stringify(change(lively.slice(0, mostNodes - 1))), version);
        return;
      } catch (reason) {
        if (!(reason instanceof WrongExpectedRevision) || tries >= mostTries) throw reason;
      }
    }
  }

  /** Milliseconds for which nothing was heard of a node. */
  #silence(id: string): number {
    return this.#clock() - (this.#heard.get(id)?.at ?? this.#clock());
  }
}

/** What nodes have said last, for whoever stands beside them; some of them may have ended since without a word. */
export const nodesBeside = async (records: Pick<EventStore['records'], 'get'>) =>
  nodesIn((await records.get(key))?.value);

/** What another release has written otherwise is begun anew by whoever is next. */
function nodesIn(value: string | undefined): readonly Said[] {
  const parsed = z.array(said).safeParse(jsonIn(value));
  return parsed.success ? parsed.data : [];
}

function jsonIn(value: string | undefined): unknown {
  try {
    return JSON.parse(value ?? '[]');
  } catch {
    return undefined;
  }
}
