import type { RecordedEvent } from './event-log.ts';

/** Which events of $all a subscription is sent, and how far apart the checkpoints are between them. */
export type EventFilter = {
  passes(event: RecordedEvent): boolean;
  /** A checkpoint is sent each time this many events were looked at, whether they passed or not. */
  checkpointEvery: number;
  /** How many events are looked at in one go. */
  window: number;
};

export const everything: EventFilter = {
  passes: () => true,
  checkpointEvery: Number.POSITIVE_INFINITY,
  window: Number.POSITIVE_INFINITY,
};

type FilterRule = {
  on: 'type' | 'stream';
  /** Empty when prefixes are given. */
  regex: string;
  prefixes: readonly string[];
  checkpointEvery: number;
  window: number;
};

export function eventFilter({ on, regex, prefixes, checkpointEvery, window }: FilterRule): EventFilter {
  const steps = { checkpointEvery, window };
  if (prefixes.length > 0) {
    return { ...steps, passes: (event) => prefixes.some((prefix) => event[on].startsWith(prefix)) };
  }
  const pattern = new RegExp(regex);
  return { ...steps, passes: (event) => pattern.test(event[on]) };
}
