import { randomUUID } from 'node:crypto';
import type { CommandContext } from '../../modules/kernel/commands.ts';
import { buildName } from '../../modules/kernel/documents/build-name.ts';
import { WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import type { NewEvent, StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { Projection } from '../../modules/kernel/projection.ts';
import { type BuildEvent, buildStream } from './build-events.ts';
import { type BuildState, evolve, fedOf, initial } from './build-state.ts';

/** How often it is decided again when somebody else was faster. */
const mostTries = 10;

type Of = Pick<Projection, 'name' | 'version'>;

/** Which builds of projections there are, by what the log says: so all nodes know the same of each position. */
export class Builds {
  readonly #store: Pick<EventStore, 'readStream' | 'append'>;
  readonly #states = new Map<string, BuildState>();
  readonly #unread: StoredEvent[] = [];
  /** How many are gone from before those that are there. */
  #gone = 0;
  #next = 0n;

  constructor(store: Pick<EventStore, 'readStream' | 'append'>) {
    this.#store = store;
  }

  of(projection: Of): BuildState {
    const state = this.#states.get(keyOf(projection.name, projection.version)) ?? initial;
    // Each that cannot be read, or is gone, may have given a number to one of these.
    const unknown = this.#unread.length + this.#gone;
    return unknown === 0 ? state : { ...state, last: state.last + unknown };
  }

  /** What was decided, and cannot be read: all is as if it had not been. */
  get unread(): readonly StoredEvent[] {
    return this.#unread;
  }

  /** What the builds of a projection are stored under that are fed. */
  namesOf(projection: Of & Pick<Projection, 'storedAs'>): string[] {
    return fedOf(this.of(projection)).map((build) => buildName(projection.storedAs, build));
  }

  /** Reads what was decided since it was read last. */
  async load(): Promise<void> {
    const since = { from: this.#next, damaged: 'told', whole: false } as const;
    this.#fold(await this.#store.readStream(buildStream, since));
  }

  /** Whether one of the events decides about builds. */
  static areIn(events: readonly StoredEvent[]): boolean {
    return events.some(({ stream }) => stream === buildStream);
  }

  /** Takes over what these events of the log have decided. */
  async hear(events: readonly StoredEvent[]): Promise<void> {
    const own = events.filter(({ stream, revision }) => stream === buildStream && revision >= this.#next);
    // Some between were passed over while the node caught up: the stream itself has them.
    if (own[0] && own[0].revision > this.#next) await this.load();
    this.#fold(own);
  }

  /**
   * Decides about the builds of a projection, by what has been decided until now.
   * @param decide undefined when nothing is to happen
   * @returns what happened, and its position
   * @throws DamagedStream where all that was decided is gone: how far the stream goes is not known then
   */
  async decide<E extends BuildEvent | undefined>(
    projection: Of,
    decide: (state: BuildState) => E,
    command: string,
    by: CommandContext,
    now = new Date(),
  ): Promise<{ readonly event: E; readonly position: bigint | undefined }> {
    for (let tries = 1; ; tries++) {
      await this.load();
      const event = decide(this.of(projection));
      if (event === undefined) return { event, position: undefined };
      if (this.#next === 0n) await this.#store.readStream(buildStream, { damaged: 'told' });
      const meta = { schema: 1, time: now.toISOString(), command, ...by };
      const stored: NewEvent<BuildEvent> = { ...event, id: randomUUID(), meta };
      const expected = this.#next === 0n ? 'none' : this.#next - 1n;
      try {
        const { position } = await this.#store.append(buildStream, expected, [stored]);
        return { event, position };
      } catch (reason) {
        if (!(reason instanceof WrongExpectedRevision) || tries >= mostTries) throw reason;
      }
    }
  }

  #fold(events: readonly StoredEvent[]): void {
    for (const event of events as readonly StoredEvent<BuildEvent>[]) {
      if (event.revision < this.#next) continue; // Another reading was faster.
      this.#gone += Number(event.revision - this.#next);
      this.#next = event.revision + 1n;
      if (event.damaged !== undefined) {
        this.#unread.push(event);
        continue;
      }
      const key = keyOf(event.data.projection, event.data.version);
      this.#states.set(key, evolve(this.#states.get(key) ?? initial, event));
    }
  }
}

const keyOf = (name: string, version: number) => `${name}.v${version}`;
