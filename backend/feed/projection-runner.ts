import type { StoredEvent } from '../../modules/kernel/event.ts';
import { type EventStore, type LogBatch, start } from '../../modules/kernel/event-store.ts';
import type { Projection } from '../../modules/kernel/projection.ts';
import type { FoldedInto, ReadModels } from '../../modules/kernel/read-models.ts';
import { Builds } from '../builds/builds.ts';
import { ShownBuilds } from '../builds/shown-builds.ts';
import { allDone } from '../runtime/concurrency/all-done.ts';
import { ParkedEvents } from './parked/parked-events.ts';
import { AppliedProjection } from './projections/applied-projection.ts';
import { applyLog, leastOf } from './projections/apply-log.ts';
import { LogIdentity, logIdentity } from './provenance/log-identity.ts';
import type { Standing } from './provenance/log-mark.ts';
import { OtherVersions } from './provenance/other-versions.ts';
import { type Dropping, dropStrange } from './provenance/strange-read-models.ts';
import { UnfedReadModels } from './provenance/unfed-read-models.ts';
import { keptByOthers } from './provenance/until-left.ts';
import { Freshness } from './read-your-writes/freshness.ts';
import { Waiters } from './read-your-writes/waiters.ts';
import { behindOthers } from './rebuilding/behind-others.ts';
import { FedBuilds } from './rebuilding/fed-builds.ts';
import type { MakeAnew } from './rebuilding/held-documents.ts';
import { type CatchingUp, madeFromNothing } from './rebuilding/made-from-nothing.ts';
import { type Alone, Preparing } from './rebuilding/preparing.ts';
import { far } from './subscription/read-log.ts';

/** A projection that goes no further, and why. A parked event stops it at every node alike. */
export type Stopped = { readonly projection: string; readonly reason: string; readonly byParked: boolean };

/** How a runner is opened. */
export type Opening = Dropping & {
  /**
   * Those that are far behind others, a new version for one, do not count: they come up to the log beside it (see `prepare`), and are
   * not shown before.
   */
  readonly isAside?: boolean;
};

/**
 * Keeps read models true to the log. Every node runs one; the checkpoint decides whose commit counts, so nobody needs
 * to lead.
 */
export class ProjectionRunner {
  readonly #store: EventStore;
  readonly #readModels: ReadModels;
  readonly #builds: FedBuilds;
  readonly #waiters = new Waiters();
  readonly #unfed: UnfedReadModels;
  readonly others: OtherVersions;
  readonly freshness: Freshness;
  readonly #parked: ParkedEvents;
  readonly #preparing: Preparing;
  readonly #identity: LogIdentity;

  /** @param shown told which builds of the projections GETs show; `makeAnew` is left out by whoever shows nothing meanwhile */
  constructor(
    projections: readonly Projection[],
    readModels: ReadModels,
    store: EventStore,
    parked = new ParkedEvents(store),
    shown = new ShownBuilds(),
    makeAnew: MakeAnew = async (names) => void (await allDone(names.map((name) => readModels.drop(name)))),
  ) {
    this.#store = store;
    this.#readModels = readModels;
    this.#parked = parked;
    this.#identity = new LogIdentity(store);
    this.#builds = new FedBuilds(projections, {
      builds: new Builds(store),
      shown,
      applied: (build) => new AppliedProjection(build, readModels, store, parked),
    });
    this.#preparing = new Preparing({ builds: this.#builds, store, readModels, makeAnew });
    const isFed = (name: string) => name === logIdentity || this.#builds.feeds(name);
    this.#unfed = new UnfedReadModels(readModels, isFed);
    const ours = () => this.#builds.live.map(({ live }) => live.projection.storedAs);
    this.others = new OtherVersions(readModels, { isFed, shown: ours });
    const whenApplied = (position: bigint, milliseconds: number) => this.whenApplied(position, milliseconds);
    this.freshness = new Freshness({ store, others: this.others, applied: () => this.applied, whenApplied });
  }

  get #projections(): readonly AppliedProjection[] {
    return this.#builds.following;
  }

  /**
   * Finds out where every projection stands, and resolves to the least advanced position, from which the log has to
   * be fed. Read models are dropped that are of another log, of one that was put back and has gone on since, or of more than it
   * holds. Those of other versions stay: during a rolling update older nodes still answer from them.
   */
  async open({ isAside = false, ...dropping }: Opening = {}): Promise<bigint> {
    const [store, readModels, identity] = [this.#store, this.#readModels, this.#identity];
    const head = await dropStrange({ store, readModels, identity }, dropping);
    await this.#builds.open();
    if ((await readModels.checkpoint(logIdentity)) === undefined) await identity.identify(readModels);
    if (!(await this.keep())) throw keptByOthers(); // Another that began at the same moment has said so first.
    await this.#preparing.goOn(this.#projections, head);
    if (isAside) this.#builds.comeBeside(await behindOthers(this.#store, this.#projections));
    const least = leastOf(this.#projections, head);
    this.#waiters.advance(least);
    return least;
  }

  /** Looks whether the log is still the one that was read, and whether the read models are still of it (see LogIdentity). */
  lookAtLog(): Promise<Standing | 'elsewhere'> {
    return this.#identity.lookAt(this.#readModels);
  }

  /** Says that somebody keeps the read models. @returns false where they are of another log by now */
  keep(): Promise<boolean> {
    return this.#identity.keep(this.#readModels);
  }

  /**
   * Brings all projections up to the end of the batch, then wakes those who waited for it. When one fails, the others
   * are waited for all the same, so that trying again never meets one that is still at work.
   */
  async apply(batch: LogBatch): Promise<void> {
    const applying = this.#projections.flatMap((projection) => projection.apply(batch) ?? []);
    if (applying.length > 0) await allDone(applying);
    this.#identity.hear(batch.events);
    await this.#builds.hear(batch.events, (build) => this.#preparing.hasCome(build, batch.position));
    this.#waiters.advance(batch.position);
  }

  /**
   * Brings up to the log what is not handed it yet: a new version, or a build that was made elsewhere. All else goes on meanwhile.
   * @param alone does something while nothing is applied
   */
  prepare(alone: Alone, options: CatchingUp = {}): Promise<void> {
    return this.#preparing.run(alone, () => this.applied, options);
  }

  /** The projections that have met an event they can do nothing with, and why they go no further. The others go on. */
  get stopped(): Stopped[] {
    return this.#builds.live.flatMap(({ live: { projection, stopped, isStoppedByParked: byParked } }) =>
      stopped === undefined ? [] : [{ projection: projection.name, reason: stopped, byParked }],
    );
  }

  /** How far each has come. */
  get positions(): { readonly projection: string; readonly position: bigint }[] {
    return this.#builds.live.map(({ projection, live }) => ({ projection: projection.name, position: live.position }));
  }

  /** Whether the documents of these projections show what an event did to them. */
  shows(event: StoredEvent, by: readonly Projection[]): boolean {
    return this.#builds.live.every(
      ({ projection, live, isThere }) => !by.includes(projection) || (isThere && live.shows(event)),
    );
  }

  /** The position up to which every document shows what happened, as far as this node knows. */
  get shownUpTo(): bigint {
    const upTo = this.#builds.live.flatMap(({ live, isThere }) => (isThere ? live.shownUpTo : []));
    return upTo.reduce((least, position) => (position < least ? position : least), this.applied);
  }

  /**
   * Applies what has happened by now, from a position on, and resolves to how far that was.
   * @param options.signal ends it before
   * @param options.progressed told of each position up to which everything is applied
   * @param options.failed told why they could not be made from nothing beside those that are shown
   */
  async catchUp(from: bigint, { signal, progressed, failed }: CatchingUp = {}): Promise<bigint> {
    let position = await this.#madeAnew(from, { signal, progressed, failed });
    this.#waiters.advance(position);
    if (signal?.aborted) return position;
    for await (const reached of this.#applied(position, this.#projections)) {
      this.#waiters.advance(reached);
      position = reached;
      progressed?.(position);
      if (signal?.aborted) break;
    }
    // What was read in bulk left out what nobody folds.
    await this.#builds.look();
    return position;
  }

  /** Makes all of them from nothing, where there is nothing yet. @returns how far they are then */
  async #madeAnew(from: bigint, options: CatchingUp): Promise<bigint> {
    const isWorthIt = from === start && this.#store.replay && (await this.#store.head()) > far;
    const none = (reason: unknown) => void options.failed?.(reason);
    const anew = isWorthIt ? await this.#readModels.anew?.([logIdentity]).catch(none) : undefined;
    if (!anew) return from;
    const made = this.#projections.map(
      ({ projection }) => new AppliedProjection(projection, anew, this.#store, this.#parked),
    );
    const position = await madeFromNothing(anew, made, {
      applied: () => this.#applied(from, made, anew),
      identified: () => this.#identity.identify(anew),
      ...options,
    });
    // Where it came to nothing, others may have made them meanwhile: whatever is there counts.
    for (const each of this.#projections) await (position === undefined ? each.load() : each.catchUp(position));
    return position ?? leastOf(this.#projections, await this.#store.head());
  }

  /** The position up to which every GET shows what happened. */
  get applied(): bigint {
    return this.#waiters.reached;
  }

  /** True once every GET shows what happened up to the position; false when it takes longer than `milliseconds`. */
  whenApplied(position: bigint, milliseconds: number): Promise<boolean> {
    return this.#waiters.wait(position, milliseconds);
  }

  /** Moves all checkpoints to where the documents are true, so that the next start has little to read. */
  async record(): Promise<void> {
    for (const projection of this.#projections) await projection.record();
  }

  /** Lets those go on for which an operator has decided what they stood still for. */
  async reconsider(): Promise<void> {
    for (const projection of this.#projections) await projection.reconsider();
  }

  /** Drops read models of other versions once nobody feeds them. */
  async dropUnfed(): Promise<void> {
    await this.#unfed.look(this.#identity.last);
  }

  /** Catches up what was emptied or put back behind this node's back: together, so that the log is read once for all. */
  async verify(): Promise<void> {
    const looked = await allDone(this.#projections.map((projection) => projection.hasMoved()));
    const moved = this.#projections.filter((_, index) => looked[index]);
    if (moved.length > 0) this.#identity.recordAgain();
    const together = moved.filter(({ stopped }) => stopped === undefined);
    if (together.length > 1) await this.#catchUpTogether(together);
    for (const projection of moved)
      if (together.length < 2 || !together.includes(projection)) await projection.catchUp();
  }

  async #catchUpTogether(projections: readonly AppliedProjection[]): Promise<void> {
    await allDone(projections.map((projection) => projection.load()));
    const behind = projections.filter(({ position, due }) => position < due);
    const from = leastOf(behind, this.applied);
    const upTo = behind.reduce((max, { due }) => (due > max ? due : max), start);
    if (behind.length > 0) {
      for await (const reached of this.#applied(from, behind)) if (reached >= upTo) break;
    }
    for (const projection of projections) projection.settle();
    // Nobody is shown what stands behind where it stood, be it that nothing of what comes after concerns it.
    for (const projection of behind) await projection.record();
  }

  #applied(from: bigint, projections: readonly AppliedProjection[], into: FoldedInto = this.#readModels) {
    return applyLog(this.#store, from, projections, { into, heard: (events) => this.#identity.hear(events) });
  }
}
