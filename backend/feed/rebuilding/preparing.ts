import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import { allDone } from '../../runtime/concurrency/all-done.ts';
import type { AppliedProjection } from '../projections/applied-projection.ts';
import { applyLog, leastOf } from '../projections/apply-log.ts';
import { WentOnFrom } from '../provenance/went-on-from.ts';
import { areMoreThan } from './behind-others.ts';
import type { FedBuilds } from './fed-builds.ts';
import { forgottenSince } from './forgotten-since.ts';
import { type MakeAnew, makeHeldDocumentsAnew } from './held-documents.ts';
import type { CatchingUp } from './made-from-nothing.ts';

/** Whoever has no more events than that to come is waited for. */
const few = 1_000n;

type Wiring = {
  readonly builds: FedBuilds;
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly makeAnew: MakeAnew;
};

/** Does something while nothing is applied. */
export type Alone = (work: () => Promise<void>) => Promise<void>;

/** Brings builds up to the log that are not handed it yet: a new version, or one that was made elsewhere. */
export class Preparing {
  readonly #wiring: Wiring;
  #underWay: ReadonlySet<AppliedProjection> = new Set();
  /** Where builds were that are gone on with, until it is known whether somebody was forgotten since. */
  #wentOnFrom: bigint | undefined;
  readonly #kept: WentOnFrom;
  /** Whether it is to be said that this is known. */
  #isKept = false;
  /** Somebody may be left in gaps of the store who was forgotten while a build came up to that. */
  #isUnwiped = false;

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
    this.#kept = new WentOnFrom(wiring.readModels);
  }

  /**
   * Goes on with builds of before. Of whoever was forgotten while this machine was away others have taken the bytes off their own disks, and
   * reacted to it with that for all nodes.
   */
  async goOn(builds: readonly AppliedProjection[], head: bigint): Promise<void> {
    this.#wentOnFrom = await this.#kept.keep(leastOf(builds.filter(wasBegun), head));
    this.#isKept = true;
  }

  /** Brings one up to a position that has little left to it, as one that was made in the same store a moment ago. */
  async hasCome(build: AppliedProjection, position: bigint): Promise<boolean> {
    if (this.#underWay.has(build)) return false;
    await build.load();
    if (await areMoreThan(few, this.#wiring.store, build.position, position)) return false;
    await build.catchUp(position);
    return true;
  }

  /**
   * Brings up all others, while all else goes on.
   * @param applied how far the log is applied then
   */
  async run(alone: Alone, applied: () => bigint, options: CatchingUp): Promise<void> {
    const { builds, readModels, store, makeAnew } = this.#wiring;
    const { coming } = builds;
    this.#underWay = new Set(coming);
    try {
      if (coming.length > 0) await this.#bringUp(coming, options);
      if (options.signal?.aborted) return;
      await alone(async () => {
        for (const build of coming) await build.catchUp(applied());
        builds.join(coming);
      });
    } finally {
      this.#underWay = new Set();
    }
    if (this.#wentOnFrom !== undefined && (await forgottenSince(store, this.#wentOnFrom))) {
      await makeHeldDocumentsAnew(store, makeAnew);
      this.#isUnwiped = true;
    }
    this.#wentOnFrom = undefined;
    if (this.#isUnwiped) await readModels.wipe();
    this.#isUnwiped = false;
    if (this.#isKept) await this.#kept.forget();
    this.#isKept = false;
  }

  async #bringUp(coming: readonly AppliedProjection[], { signal, progressed }: CatchingUp): Promise<void> {
    const { store, readModels } = this.#wiring;
    const began = await store.head();
    await allDone(coming.map((build) => build.load()));
    const since = leastOf(coming.filter(wasBegun), began);
    for await (const reached of applyLog(store, leastOf(coming, began), coming, { into: readModels })) {
      progressed?.(reached);
      if (signal?.aborted) return;
    }
    if (await forgottenSince(store, since)) this.#isUnwiped = true;
  }
}

const wasBegun = ({ position }: AppliedProjection) => position > start;
