import { randomUUID } from 'node:crypto';
import type { Aggregate } from '../../modules/kernel/aggregate.ts';
import { type DomainEvent, type NewEvent, system } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { projection } from '../../modules/kernel/projection.ts';

/** The simplest trade there is, for tests of the machinery: things are counted, and every count counts once. */
export type Counted = DomainEvent<'Counted', { counter: string; by: number }>;
export type CounterView = { readonly counter: string; readonly total: number };

export const counter: Aggregate<number, Counted> = {
  name: 'counter',
  initial: 0,
  evolve: (total, { data }) => total + data.by,
};

/** What tests of the machinery want to happen. */
export const aCount = { type: 'Count' } as const;

export const counted = (name: string, by = 1): Counted => ({ type: 'Counted', data: { counter: name, by } });

/** A projection that adds up each counter. */
export const countersOf = (but: { name?: string; version?: number } = {}) =>
  projection<CounterView, Counted>({
    name: but.name ?? 'counters',
    version: but.version ?? 1,
    indexes: { all: () => '' },
    on: {
      Counted: {
        id: ({ data }) => data.counter,
        evolve: (view, { data }) => ({ counter: data.counter, total: (view?.total ?? 0) + data.by }),
      },
    },
  });

/** An event that can be appended as it is. */
export function newEvent(event: DomainEvent): NewEvent {
  const commandId = randomUUID();
  const meta = {
    schema: 1,
    time: new Date().toISOString(),
    actor: system,
    command: 'Count',
    commandId,
    fingerprint: commandId,
  };
  return { ...event, id: randomUUID(), meta: { ...meta, correlationId: commandId } };
}

/** Counts something, once for each `by`; resolves to the position. */
export async function count(store: EventStore, name: string, ...by: readonly number[]): Promise<bigint> {
  const events = by.map((each) => newEvent(counted(name, each)));
  return (await store.append(`counter-${name}`, 'any', events)).position;
}
