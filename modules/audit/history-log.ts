import type { StoredEvent } from '../kernel/event.ts';

/**
 * The log as the history reads it: opened, and brought to the newest versions. An event that this release cannot read says so
 * itself, and keeps no other from being shown.
 */
export interface HistoryLog {
  read(stream: string, options: { from: bigint; limit: number }): Promise<readonly StoredEvent[]>;
}
