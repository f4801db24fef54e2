import { Causes } from './causes.ts';
import type { EntityStates } from './entity-states.ts';
import { Entries } from './entries.ts';
import type { HistoryIndex } from './history-index.ts';
import type { HistoryLog } from './history-log.ts';
import { type KnownNames, Naming } from './naming.ts';
import type { Skips } from './skips.ts';
import { Steps } from './steps.ts';
import type { Telling } from './telling.ts';
import { TimeTravel } from './time-travel.ts';

/** What can be asked of the history: by calls, and at the command line. */
export type HistoryReader = {
  readonly index: HistoryIndex;
  readonly entries: Entries;
  readonly travel: TimeTravel;
  readonly steps: Steps;
  readonly causes: Causes;
  /** The types of events that can be told of. */
  readonly types: readonly string[];
};

export function historyReader(wiring: {
  index: HistoryIndex;
  log: HistoryLog;
  states: EntityStates;
  telling: Telling;
  skips: Skips;
  names: KnownNames;
  now: () => Date;
}): HistoryReader {
  const { index, log, states, telling, skips, now } = wiring;
  const entries = new Entries({ states, telling, naming: new Naming(wiring.names) });
  const causes = new Causes({ index, entries });
  const travel = new TimeTravel({ index, log, states, telling, skips, now });
  const steps = new Steps({ index, log, states, telling, entries, travel, skips });
  return { index, entries, travel, steps, causes, types: telling.types };
}
