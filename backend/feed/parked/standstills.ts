import type { Log } from '../../runtime/logging/log.ts';
import type { ProjectionRunner } from '../projection-runner.ts';
import { isProjection, type ParkedEvents } from './parked-events.ts';

type Watched = { readonly projections: ProjectionRunner; readonly parked: ParkedEvents; readonly log: Log };

/** Says in the log what stands still, of each thing once, at each start again. */
export class Standstills {
  readonly #watched: Watched;
  readonly #said = new Set<string>();

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  /** Says what has come to stand still: projections, and events that one has parked. Of a reactor's the reactor says it. */
  say(): void {
    const { projections, parked, log } = this.#watched;
    for (const { projection, reason } of projections.stopped) {
      if (this.#isNew(projection)) log.error({ projection, reason }, 'a projection has stopped');
    }
    for (const { reader, eventId, type, error } of parked.entries.filter(isProjection)) {
      if (this.#isNew(`${reader} ${eventId}`)) {
        log.error({ reader, event: eventId, type, reason: error }, 'an event was parked');
      }
    }
  }

  #isNew(what: string): boolean {
    const isNew = !this.#said.has(what);
    this.#said.add(what);
    return isNew;
  }
}
