import { type EventStore, start } from '../../modules/kernel/event-store.ts';
import type { Projection } from '../../modules/kernel/projection.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import type { Status } from '../../modules/operations/contract.ts';
import { Builds } from '../builds/builds.ts';
import type { NodeFeed } from '../feed/node-feed.ts';
import { lastSealed, SealsDoubted } from '../seals/last-sealed.ts';
import { readEdge } from '../seals/tree/tree-edge.ts';
import { openSince } from '../seals/turns/happened-since.ts';
import { LastBackup, nameOf } from './last-backup.ts';
import type { Presence } from './presence.ts';
import { within } from './within.ts';

/** Milliseconds that a store has to answer, before it counts as one that does not. */
const patience = 2_000;
/** Milliseconds for which an answer is given again: however many look, the stores are asked once a second. */
const goodFor = 1_000;

type Wiring = {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly feed: Pick<NodeFeed, 'standing' | 'stopped' | 'parked'>;
  readonly presence: Pick<Presence, 'all'>;
  readonly projections: readonly Pick<Projection, 'name' | 'version' | 'storedAs'>[];
  /** Those that are being made, by what they are stored as. */
  readonly preparing: () => readonly string[];
  /** How far the history is indexed, and why it goes no further. */
  readonly indexed: () => { readonly reached: bigint; readonly wrong: string | undefined } | undefined;
  readonly kinds: { readonly events: 'SQLite' | 'EventStoreDB'; readonly readModels: 'SQLite' | 'Redis' };
  /** Milliseconds from one seal to the next; 0 where the shop makes none by itself. */
  readonly sealEvery: number;
  /** Why this process does not seal; undefined while it does. */
  readonly sealAlarm: () => string | undefined;
  readonly now: () => Date;
};

/** How the shop is. What cannot be known while a store is away is null, and the rest is said all the same. */
export class ShopStatus {
  readonly #wiring: Wiring;
  readonly #backups: LastBackup;
  readonly #builds: Builds;
  #asked: { readonly at: number; readonly answer: Promise<Status> } | undefined;

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
    this.#backups = new LastBackup(wiring.store);
    this.#builds = new Builds(wiring.store);
  }

  /** As of this second. Never rejects. */
  now(): Promise<Status> {
    const at = performance.now();
    if (!this.#asked || at - this.#asked.at > goodFor) this.#asked = { at, answer: this.#look() };
    return this.#asked.answer;
  }

  async #look(): Promise<Status> {
    const { store, readModels, presence, kinds, now, indexed, feed } = this.#wiring;
    const [events, models, nodes, seals, backups, builds] = await Promise.all([
      timed(() => store.head()),
      timed(() => readModels.projections()),
      orNull(() => presence.all()),
      orNull(() => this.#seals()),
      orNull(() => this.#lastBackup()),
      orNull(async () => {
        await this.#builds.load();
        return this.#builds;
      }),
    ]);
    const head = feed.standing.end ?? events.answer;
    const history = indexed();
    const states = feed.parked.map(({ state }) => state);
    const count = (state: (typeof states)[number]) => states.filter((one) => one === state).length;
    return {
      at: now().toISOString(),
      position: events.answer?.toString() ?? null,
      nodes: nodes && [...nodes],
      stores: [
        { store: 'events', kind: kinds.events, answers: events.answers, milliseconds: events.milliseconds },
        { store: 'read models', kind: kinds.readModels, answers: models.answers, milliseconds: models.milliseconds },
      ],
      projections: this.#projections(head, builds),
      reactors: feed.standing.reactors.map(({ reactor, position, outstanding }) => ({
        reactor,
        position: `${position}`,
        lag: lagOf(position, head),
        outstanding,
      })),
      parked: { parked: count('parked'), waiting: count('waiting'), retry: count('retry') },
      seals,
      backups,
      history: history
        ? { position: `${history.reached}`, lag: lagOf(history.reached, head), wrong: history.wrong ?? null }
        : null,
    };
  }

  #projections(head: bigint | undefined, builds: Builds | null): Status['projections'] {
    const { feed, projections, preparing } = this.#wiring;
    const stopped = new Map(feed.stopped.map(({ projection, reason }) => [projection, reason]));
    const positions = new Map(feed.standing.projections.map(({ projection, position }) => [projection, position]));
    const missing = new Set(preparing());
    return projections.map((projection) => {
      const { name, version, storedAs } = projection;
      const position = positions.get(name) ?? start;
      const reason = stopped.get(name) ?? null;
      const lag = lagOf(position, head);
      const state = reason !== null ? 'stopped' : missing.has(storedAs) ? 'preparing' : lag === 0 ? 'live' : 'behind';
      const known = builds?.of(projection);
      const kept = known && [
        ...(known.next ? [{ ...known.next, state: 'may be promoted' as const }] : []),
        ...(known.before ? [{ ...known.before, state: 'before' as const }] : []),
      ];
      const build = known?.shown ?? null;
      return { projection: name, version, position: `${position}`, lag, state, reason, build, kept: kept ?? [] };
    });
  }

  async #seals(): Promise<NonNullable<Status['seals']>> {
    const { store, sealEvery, sealAlarm, now } = this.#wiring;
    const every = sealEvery > 0 ? sealEvery / 1_000 : null;
    const alarm = sealAlarm() ?? null;
    try {
      const grown = await readEdge(store.records);
      const last = await lastSealed(store, grown);
      if (!last) return { last: null, every, dueSince: null, alarm };
      const { number, at, position, size } = last.data;
      const isTime = sealEvery > 0 && now().getTime() - Date.parse(at) >= sealEvery;
      // No seal is made while nothing happens, however old the last one is.
      // What takes too long is left out, and not the rest with it.
      const since = isTime
        ? await openSince(store, { grown, last }, AbortSignal.timeout(patience / 2)).catch(() => undefined)
        : undefined;
      const shown = { number, at, position, size, by: nameOf(last.meta.actor) };
      return { last: shown, every, dueSince: since ?? null, alarm };
    } catch (reason) {
      if (!(reason instanceof SealsDoubted)) throw reason;
      return { last: null, every, dueSince: null, alarm: reason.shown };
    }
  }

  async #lastBackup(): Promise<NonNullable<Status['backups']>> {
    const last = (await this.#backups.find()) ?? null;
    return { last, isElsewhere: this.#wiring.kinds.events !== 'SQLite' };
  }
}

function lagOf(position: bigint, head: bigint | undefined): number | null {
  if (head === undefined) return null;
  return Number(head > position ? head - position : 0n);
}

async function timed<Answer>(ask: () => Promise<Answer>) {
  const began = performance.now();
  const answer = await orNull(ask);
  const milliseconds = Math.round((performance.now() - began) * 10) / 10;
  return { answer: answer ?? undefined, answers: answer !== null, milliseconds };
}

/** Null for what cannot be known at the moment: a store is away, or takes too long. */
async function orNull<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await within(patience, ask());
  } catch {
    return null;
  }
}
