import { buildName, buildOf } from '../../../modules/kernel/documents/build-name.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import { fedOf } from '../../builds/build-state.ts';
import { Builds } from '../../builds/builds.ts';
import type { ShownBuilds } from '../../builds/shown-builds.ts';
import { allDone } from '../../runtime/concurrency/all-done.ts';
import type { AppliedProjection } from '../projections/applied-projection.ts';

type Wiring = {
  readonly builds: Builds;
  /** Told which builds GETs show. */
  readonly shown: ShownBuilds;
  readonly applied: (build: Projection) => AppliedProjection;
};

/** The build of a projection that is shown, once it is there. */
type Live = { readonly projection: Projection; readonly live: AppliedProjection; readonly isThere: boolean };

/**
 * The builds of all projections that a node feeds: those that are handed the log as it comes, and those that come up to it beside
 * that, however long it takes. Which of them is shown changes with the event that says so, when all are up to it.
 */
export class FedBuilds {
  readonly #projections: readonly Projection[];
  readonly #wiring: Wiring;
  /** By what each is stored as. */
  #all = new Map<string, AppliedProjection>();
  #coming = new Set<AppliedProjection>();
  #following: readonly AppliedProjection[] = [];
  #live: readonly Live[] = [];

  constructor(projections: readonly Projection[], wiring: Wiring) {
    this.#projections = projections;
    this.#wiring = wiring;
    this.#arrange();
    this.#coming.clear();
    this.#follow();
  }

  /** Those that are handed the log. */
  get following(): readonly AppliedProjection[] {
    return this.#following;
  }

  /** Those that are far behind, and catch up by reading the log themselves. */
  get coming(): readonly AppliedProjection[] {
    return [...this.#coming];
  }

  /** Of each projection the build that is to be shown, and the projection that it is a build of. */
  get live(): readonly Live[] {
    return this.#live;
  }

  feeds(name: string): boolean {
    return this.#all.has(name);
  }

  /** Looks which builds there are by now, and where each of them stands. */
  async open(): Promise<void> {
    await this.#wiring.builds.load();
    this.#arrange();
    this.#coming.clear();
    this.#follow();
    await allDone(this.#following.map((build) => build.load()));
  }

  /** Has some come up to the log beside it: until then nobody is shown what they have. */
  comeBeside(builds: readonly AppliedProjection[]): void {
    for (const build of builds) this.#coming.add(build);
    this.#follow();
  }

  /** These have come up to the log. */
  join(builds: readonly AppliedProjection[]): void {
    for (const build of builds) this.#coming.delete(build);
    this.#follow();
  }

  /**
   * Does what events say about builds, which all builds have been handed.
   * @param hasCome brings one up to the log that has little left to come, and says whether it has
   */
  async hear(events: readonly StoredEvent[], hasCome: (build: AppliedProjection) => Promise<boolean>): Promise<void> {
    if (!Builds.areIn(events)) return;
    await this.#wiring.builds.hear(events);
    this.#arrange();
    for (const build of this.coming) if (await hasCome(build)) this.#coming.delete(build);
    this.#follow();
  }

  /** The same for whoever has read past some of them. */
  async look(): Promise<void> {
    await this.#wiring.builds.load();
    this.#arrange();
    this.#follow();
  }

  #arrange(): void {
    const before = this.#all;
    this.#all = new Map();
    for (const projection of this.#projections) {
      for (const number of fedOf(this.#wiring.builds.of(projection))) {
        const name = buildName(projection.storedAs, number);
        const known = before.get(name);
        const build = known ?? this.#wiring.applied(buildOf(projection, number));
        this.#all.set(name, build);
        if (!known) this.#coming.add(build);
      }
    }
    const kept = new Set(this.#all.values());
    this.#coming = new Set(this.coming.filter((build) => kept.has(build)));
  }

  #follow(): void {
    this.#following = [...this.#all.values()].filter((build) => !this.#coming.has(build));
    this.#live = this.#projections.map((projection) => this.#liveOf(projection));
    this.#wiring.shown.show(
      new Map(
        this.#live.map(({ projection, live, isThere }) => [
          projection.storedAs,
          isThere ? live.projection.storedAs : undefined,
        ]),
      ),
    );
  }

  /** Until a promoted build is there, as on a machine with read models of its own, the one before is shown, if that is fed. */
  #liveOf(projection: Projection): Live {
    const { shown, before } = this.#wiring.builds.of(projection);
    const named = (number: number) => this.#all.get(buildName(projection.storedAs, number));
    const candidates = [shown, ...(before ? [before.build] : [])].flatMap((number) => named(number) ?? []);
    const there = candidates.find((build) => !this.#coming.has(build));
    const [first] = candidates;
    if (!first) throw new RangeError(`No build of ${projection.name} is fed.`);
    return { projection, live: there ?? first, isThere: there !== undefined };
  }
}
