import { buildName } from '../../../modules/kernel/documents/build-name.ts';
import { Conflict, NotFound } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import type { BuildEvent } from '../../builds/build-events.ts';
import { type BuildState, dropped, fedOf, promoted, rolledBack } from '../../builds/build-state.ts';
import { Builds } from '../../builds/builds.ts';
import { isProjection, ParkedEvents } from '../../feed/parked/parked-events.ts';
import { pause } from '../../runtime/time/pause.ts';
import { readConfig } from '../../start/settings/config.ts';
import { type OpenModules, openModules } from '../open-modules.ts';
import type { Run } from '../run.ts';

/** What a build is there for; one that is not fed yet, or no longer, is being made, or left over. */
type State = 'shown' | 'may be promoted' | 'before' | 'being made';

/** One build of a projection, for operators. */
export type ListedBuild = {
  readonly name: string;
  readonly version: number;
  readonly build: number;
  /** Up to where it has the log; left out while there is nothing of it. */
  readonly position?: string;
  /** How many events that concern it come after that; it counts to a thousand. */
  readonly lag: number;
  readonly state: State;
  /** Until when it is kept that is not shown: ISO 8601, UTC. */
  readonly until?: string;
  /** Why it goes no further: what an operator has to decide. */
  readonly stands?: string;
};

/** Lags are counted up to so many events: whoever is further behind is far behind. */
const mostCounted = 1_000;
/** Milliseconds for which a build is waited for that a shop feeds: it says where it is once a second. */
const feedingTakes = 5_000;
const lookAgain = 100;

/** All builds of all projections, with a line for people. */
export async function listProjections(): Promise<{ readonly line: string; readonly entry: ListedBuild }[]> {
  return withBuilds(async (wired, builds) => {
    const parked = new ParkedEvents(wired.store);
    await parked.load();
    const stored = new Set(await wired.builtReadModels.projections());
    const entries: ListedBuild[] = [];
    for (const projection of projectionsOf(wired)) {
      const state = builds.of(projection);
      const next = state.last + 1;
      const isMade = stored.has(buildName(projection.storedAs, next));
      for (const build of [...fedOf(state), ...(isMade ? [next] : [])].toSorted((one, other) => one - other)) {
        const name = buildName(projection.storedAs, build);
        const position = await wired.builtReadModels.checkpoint(name);
        const lag = await lagOf(wired.store, projection, position);
        const still = parked.entries.find(
          (one) => isProjection(one) && one.reader === `projection:${name}` && one.stops,
        );
        const until = untilOf(state, build);
        entries.push({
          name: projection.name,
          version: projection.version,
          build,
          ...(position !== undefined && { position: `${position}` }),
          lag,
          state: stateOf(state, build),
          ...(until && { until }),
          ...(still && { stands: `for event ${still.eventId}: ${still.error}` }),
        });
      }
    }
    const widest = entries.reduce((most, { name }) => Math.max(most, name.length), 0);
    return entries.map((entry) => ({ line: lineOf(entry, widest), entry }));
  });
}

/** @throws NotFound for a name that no projection has; Conflict when there is nothing to promote, or nothing feeds it. */
export function promoteProjection(name: string, run: Run) {
  return switched(name, run, 'PromoteProjection', promoted);
}

/** @throws NotFound for a name that no projection has; Conflict when nothing is kept, or nothing feeds it. */
export function rollBackProjection(name: string, run: Run) {
  return switched(name, run, 'RollBackProjection', rolledBack);
}

/** @throws NotFound for a name that no projection has; Conflict when there is nothing to let go of. */
export async function dropProjection(name: string, run: Run) {
  const by = run.by();
  return withBuilds(async (wired, builds) => {
    const projection = projectionOf(wired, name);
    const drop = (state: BuildState) => dropped(projection, state);
    const { event, position } = await builds.decide(projection, drop, 'DropBuild', by);
    return { build: event.data.build, position };
  });
}

/** Has all nodes show another build. Where nothing feeds that one it would be wrong soon, or is already. */
async function switched<E extends Extract<BuildEvent, { data: { instead: number } }>>(
  name: string,
  run: Run,
  command: string,
  decide: (projection: Projection, state: BuildState) => E,
) {
  const by = run.by();
  return withBuilds(async (wired, builds) => {
    const projection = projectionOf(wired, name);
    const { build } = decide(projection, builds.of(projection)).data;
    await mustBeFed(wired, projection, build, run.signal);
    const wanted = (state: BuildState) => {
      const event = decide(projection, state);
      if (event.data.build !== build) throw new Conflict(`The builds of ${name} have changed. Please look again.`);
      return event;
    };
    const { event, position } = await builds.decide(projection, wanted, command, by);
    return { ...event.data, position };
  });
}

async function mustBeFed(wired: OpenModules, projection: Projection, build: number, signal: AbortSignal) {
  const name = buildName(projection.storedAs, build);
  // As far as the log goes now: while people buy, who feeds it is always a moment behind.
  const upTo = await wired.store.head();
  const giveUpAt = performance.now() + feedingTakes;
  for (;;) {
    signal.throwIfAborted();
    const position = await wired.builtReadModels.checkpoint(name);
    const lag = await lagOf(wired.store, projection, position, upTo);
    if (position !== undefined && lag === 0) return;
    if (performance.now() > giveUpAt || position === undefined) {
      throw new Conflict(`Build ${build} of ${projection.name} cannot be shown: nothing feeds it.`);
    }
    await pause(lookAgain, signal);
  }
}

/** How many events come after a position that concern a projection, up to some number. */
async function lagOf(
  store: Pick<EventStore, 'readAll'>,
  projection: Projection,
  position: bigint | undefined,
  upTo?: bigint,
): Promise<number> {
  let lag = 0;
  for (let after = position ?? start; lag < mostCounted; ) {
    const batch = await store.readAll({ after, limit: mostCounted });
    const isMissing = (event: StoredEvent) =>
      projection.handles(event.type) && (upTo === undefined || event.position <= upTo);
    lag += batch.events.filter(isMissing).length;
    if (batch.caughtUp || (upTo !== undefined && batch.position >= upTo)) break;
    after = batch.position;
  }
  return Math.min(lag, mostCounted);
}

function projectionsOf(wired: OpenModules): Projection[] {
  return wired.modules.flatMap(({ projections }) => projections);
}

/** @throws NotFound that names those that there are. */
export function projectionOf(wired: OpenModules, name: string): Projection {
  const all = projectionsOf(wired);
  const found = all.find((projection) => projection.name === name);
  if (!found)
    throw new NotFound(`No projection is called ${name}. There are: ${all.map((one) => one.name).join(', ')}.`);
  return found;
}

async function withBuilds<Result>(work: (wired: OpenModules, builds: Builds) => Promise<Result>): Promise<Result> {
  const wired = await openModules();
  try {
    const builds = new Builds(wired.store);
    await builds.load();
    return await work(wired, builds);
  } finally {
    await wired.close();
  }
}

function stateOf({ shown, next, before }: BuildState, build: number): State {
  if (build === shown) return 'shown';
  if (build === next?.build) return 'may be promoted';
  return build === before?.build ? 'before' : 'being made';
}

function untilOf({ next, before }: BuildState, build: number): string | undefined {
  const kept = [next, before].find((one) => one?.build === build);
  const { KEEP_VERSIONS } = readConfig(process.env);
  return kept && new Date(Date.parse(kept.since) + KEEP_VERSIONS).toISOString();
}

function lineOf({ name, version, build, position, lag, state, until, stands }: ListedBuild, widest: number): string {
  const behind =
    position === undefined
      ? 'not made'
      : lag === 0
        ? 'up to date'
        : `${lag}${lag === mostCounted ? ' or more' : ''} events behind`;
  const kept = until === undefined ? '' : `, until ${until}`;
  const still = stands === undefined ? '' : `, stands still ${stands}`;
  return `${name.padEnd(widest)}  v${version}  build ${build}  at ${position ?? '-'}  ${behind}  ${state}${kept}${still}`;
}
