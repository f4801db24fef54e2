import type { Module } from '../kernel/module.ts';
import type { Operations } from './operations.ts';
import { operationRoutes } from './routes.ts';

/** What a running shop tells those who run it, and what they decide about what it cannot deal with. */
export function operationsModule(operations: Operations): Module {
  return { name: 'operations', routes: operationRoutes(operations), projections: [], reactors: [], timers: [] };
}
