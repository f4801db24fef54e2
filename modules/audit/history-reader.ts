import { Causes } from './causes.ts';
import type { EntityStates } from './entity-states.ts';
import { Entries } from './entries.ts';
import type { HistoryIndex } from './history-index.ts';
import type { HistoryLog } from './history-log.ts';
import { type KnownNames, Naming } from './naming.ts';
import type { Telling } from './telling.ts';
import { TimeTravel } from './time-travel.ts';

/** What can be asked of the history: by calls, and at the command line. */
export type HistoryReader = {
  readonly index: HistoryIndex;
  readonly entries: Entries;
  readonly travel: TimeTravel;
  readonly causes: Causes;
};

export function historyReader(wiring: {
  index: HistoryIndex;
  log: HistoryLog;
  states: EntityStates;
  telling: Telling;
  names: KnownNames;
}): HistoryReader {
  const { index, log, states, telling } = wiring;
  const entries = new Entries({ states, telling, naming: new Naming(wiring.names) });
  const causes = new Causes({ index, entries });
  const travel = new TimeTravel({ index, log, states, telling });
  return { index, entries, travel, causes };
}
