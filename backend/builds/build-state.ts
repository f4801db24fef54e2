import { Conflict } from '../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { Projection } from '../../modules/kernel/projection.ts';
import type {
  BuildEvent,
  ProjectionBuildDropped,
  ProjectionPromoted,
  ProjectionRebuilt,
  ProjectionRolledBack,
} from './build-events.ts';

/** A build that is fed and not shown, and since when (ISO 8601, UTC). */
export type KeptBuild = { readonly build: number; readonly since: string };

/** The builds of one version of a projection: at most three are fed. */
export type BuildState = {
  /** The one that GETs show. */
  readonly shown: number;
  /** The one that may be promoted. */
  readonly next?: KeptBuild;
  /** The one that was shown before, and may be gone back to. */
  readonly before?: KeptBuild;
  /** The highest number that was ever given to one: none is given again. */
  readonly last: number;
};

/** Of which projection something is a build. */
type Of = Pick<Projection, 'name' | 'version'>;

export const initial: BuildState = { shown: 1, last: 1 };

export function evolve(before: BuildState, { type, data, meta }: StoredEvent<BuildEvent>): BuildState {
  const { build } = data;
  const { time: since } = meta;
  // Also of one whose making cannot be read: without this, the next would be made in its place.
  const state = { ...before, last: Math.max(before.last, build) };
  switch (type) {
    case 'ProjectionRebuilt':
      return { ...state, next: { build, since } };
    case 'ProjectionPromoted': {
      const { next, before: _, ...rest } = state;
      const isIt = next === undefined || next.build === build;
      return { ...rest, shown: build, before: { build: data.instead, since }, ...(isIt ? {} : { next }) };
    }
    case 'ProjectionRolledBack': {
      const { before: _, ...rest } = state;
      return { ...rest, shown: build, next: state.next ?? { build: data.instead, since } };
    }
    case 'ProjectionBuildDropped': {
      const { next, before, ...rest } = state;
      return {
        ...rest,
        ...(next && next.build !== build ? { next } : {}),
        ...(before && before.build !== build ? { before } : {}),
      };
    }
  }
}

/** The builds that are fed: the one that is shown first, then the one that may take its place. */
export function fedOf({ shown, next, before }: BuildState): number[] {
  return [shown, ...[next, before].flatMap((kept) => kept?.build ?? [])];
}

/** @throws Conflict when another one was made meanwhile. */
export function rebuilt(of: Of, state: BuildState, made: { build: number; position: bigint }): ProjectionRebuilt {
  if (made.build <= state.last) throw new Conflict(`Another build of ${of.name} was made meanwhile.`);
  return { type: 'ProjectionRebuilt', data: { ...idOf(of), build: made.build, position: `${made.position}` } };
}

/** @throws Conflict when there is none that could be. */
export function promoted(of: Of, { shown, next }: BuildState): ProjectionPromoted {
  if (!next)
    throw new Conflict(`There is no build of ${of.name} to promote: 'projections rebuild ${of.name}' makes one.`);
  return { type: 'ProjectionPromoted', data: { ...idOf(of), build: next.build, instead: shown } };
}

/** @throws Conflict when none is kept. */
export function rolledBack(of: Of, { shown, before }: BuildState): ProjectionRolledBack {
  if (!before) throw new Conflict(`No build of ${of.name} is kept that could be gone back to.`);
  return { type: 'ProjectionRolledBack', data: { ...idOf(of), build: before.build, instead: shown } };
}

/** Lets go of the build that might be promoted. @throws Conflict when there is none. */
export function dropped(of: Of, { next }: BuildState): ProjectionBuildDropped {
  if (!next) throw new Conflict(`There is no build of ${of.name} beside those that are or were shown.`);
  return { type: 'ProjectionBuildDropped', data: { ...idOf(of), build: next.build } };
}

/** Lets go of what nobody has shown for so long, in milliseconds; undefined when there is nothing to let go of. */
export function runOut(of: Of, state: BuildState, keptFor: number, now: Date): ProjectionBuildDropped | undefined {
  const old = [state.before, state.next].find((kept) => kept && Date.parse(kept.since) + keptFor <= now.getTime());
  return old && { type: 'ProjectionBuildDropped', data: { ...idOf(of), build: old.build } };
}

const idOf = ({ name, version }: Of) => ({ projection: name, version });
