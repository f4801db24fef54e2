import type { Module } from '../kernel/module.ts';
import type { HistoryReader } from './history-reader.ts';
import { historyNotices } from './notices.ts';
import { historyRoutes } from './routes.ts';

/** What happened, who did it, and what was true then. */
export function auditModule(reader: HistoryReader): Module {
  return {
    name: 'audit',
    routes: historyRoutes(reader),
    projections: [],
    reactors: [],
    timers: [],
    notices: historyNotices(reader.index),
  };
}
