import type { DomainEvent } from '../../modules/kernel/event.ts';
import { storedEvents } from '../../modules/kernel/stored-events.ts';

/** Where it is written down which builds of projections there are, and which of them is shown. */
export const buildStream = 'projections';

/** An operator had a projection made anew from the log, beside the build that is shown: up to a position it was all there. */
export type ProjectionRebuilt = DomainEvent<
  'ProjectionRebuilt',
  { projection: string; version: number; build: number; position: string }
>;

/** From here on GETs show this build, instead of another, which is kept for a while. */
export type ProjectionPromoted = DomainEvent<
  'ProjectionPromoted',
  { projection: string; version: number; build: number; instead: number }
>;

/** From here on GETs show the build again that was shown before, instead of the one that was promoted. */
export type ProjectionRolledBack = DomainEvent<
  'ProjectionRolledBack',
  { projection: string; version: number; build: number; instead: number }
>;

/** A build that is not shown is fed no longer, and goes. */
export type ProjectionBuildDropped = DomainEvent<
  'ProjectionBuildDropped',
  { projection: string; version: number; build: number }
>;

export type BuildEvent = ProjectionRebuilt | ProjectionPromoted | ProjectionRolledBack | ProjectionBuildDropped;

export const buildEvents = storedEvents<BuildEvent>(
  {
    ProjectionRebuilt: { version: 1 },
    ProjectionPromoted: { version: 1 },
    ProjectionRolledBack: { version: 1 },
    ProjectionBuildDropped: { version: 1 },
  },
  { stream: buildStream },
);
