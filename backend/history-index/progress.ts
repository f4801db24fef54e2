import type { Statements } from './history-file.ts';
import { eventsASegment } from './segment.ts';
import type { Segments } from './segments.ts';
import type { Tail } from './tail.ts';

/** How far the index goes: of which log, up to which position, and the last event that it has. */
export type Progress = {
  readonly log: string;
  readonly position: number;
  readonly last: number;
  readonly events: number;
};

export function progressOf({
  statements,
  tail,
  segments: { known },
}: {
  readonly statements: Statements;
  readonly tail: Tail;
  readonly segments: Segments;
}): Progress {
  return {
    log: String(statements.progress.get()?.log),
    position: tail.upTo,
    last: tail.events > 0 ? tail.last : Number(statements.lastOf.get(known)?.last ?? 0),
    events: known * eventsASegment + tail.events,
  };
}
