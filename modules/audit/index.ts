import type { Module } from '../kernel/module.ts';
import { Causes } from './causes.ts';
import type { EntityStates } from './entity-states.ts';
import { Entries } from './entries.ts';
import type { HistoryIndex } from './history-index.ts';
import type { HistoryLog } from './history-log.ts';
import { type KnownNames, Naming } from './naming.ts';
import { historyNotices } from './notices.ts';
import { historyRoutes } from './routes.ts';
import type { Telling } from './telling.ts';
import { TimeTravel } from './time-travel.ts';

/** What happened, who did it, and what was true then. */
export function auditModule(wiring: {
  index: HistoryIndex;
  log: HistoryLog;
  states: EntityStates;
  telling: Telling;
  names: KnownNames;
}): Module {
  const { index, log, states, telling } = wiring;
  const entries = new Entries({ states, telling, naming: new Naming(wiring.names) });
  const causes = new Causes({ index, entries });
  const travel = new TimeTravel({ index, log, states, telling });
  return {
    name: 'audit',
    routes: historyRoutes({ index, entries, travel, causes }),
    projections: [],
    reactors: [],
    timers: [],
    notices: historyNotices(index),
  };
}
