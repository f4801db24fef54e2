import type { LogBatch } from '../../modules/kernel/event-store.ts';
import { Durations } from './durations.ts';

/** Types that are told apart: more than there are. */
const mostTypes = 500;

/** What happened, as this node's feed hears it, and how soon its GETs showed it. */
export class ShownEvents {
  readonly byType = new Map<string, number>();
  /** From the time that the event says to the moment when GETs show it, here. */
  readonly after = new Durations();

  hear({ events }: LogBatch, now = Date.now()): void {
    for (const { type, meta, damaged } of events) {
      const name = this.byType.has(type) || this.byType.size < mostTypes ? type : 'others';
      this.byType.set(name, (this.byType.get(name) ?? 0) + 1);
      if (damaged === undefined) this.after.add(Math.max(0, now - Date.parse(meta.time)) / 1_000);
    }
  }
}
