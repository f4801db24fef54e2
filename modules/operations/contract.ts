import { z } from 'zod';
import { afterPosition, shownStream } from '../audit/contract.ts';
import { pageQuery, text } from '../kernel/wire/wire.ts';

/** Positions of the log: events with SQLite, bytes with EventStoreDB. */
const positions = z.number().describe('In positions of the log: events with SQLite, bytes with EventStoreDB');

const nodeStatus = z
  .object({
    id: z.string(),
    host: z.string(),
    pid: z.int(),
    address: z.string().describe('Where it listens'),
    startedAt: z.string(),
    standing: z
      .enum(['not yet open', 'preparing', 'serving', 'going', 'silent'])
      .describe(
        'preparing: a read model of its release is not made yet, or not known to nodes of another release; silent: it says nothing any more',
      ),
    heardAgo: z.int().describe('Seconds since it was heard of'),
    behind: positions,
    stopped: z.int().describe('Projections that stand still at it'),
    connections: z.int().describe('Live connections of browsers'),
    isThis: z.boolean().describe('Whether it is the one that answers'),
  })
  .meta({ id: 'NodeStatus' });
export type NodeStatus = z.infer<typeof nodeStatus>;

const storeStatus = z
  .object({
    store: z.enum(['events', 'read models']),
    kind: z.enum(['SQLite', 'EventStoreDB', 'Redis']),
    answers: z.boolean(),
    milliseconds: z.number().describe('That it took to answer, or that was waited for it'),
  })
  .meta({ id: 'StoreStatus' });
export type StoreStatus = z.infer<typeof storeStatus>;

const projectionStatus = z
  .object({
    projection: z.string(),
    version: z.int(),
    position: z.string(),
    lag: positions.nullable(),
    state: z
      .enum(['live', 'behind', 'stopped', 'preparing'])
      .describe('preparing: it is being made, and GETs of it say 503'),
    build: z.int().nullable().describe('Which build of it is shown; null while the store of events does not answer'),
    kept: z
      .array(z.object({ build: z.int(), state: z.enum(['may be promoted', 'before']), since: z.string() }))
      .describe('Builds that are fed and not shown'),
    reason: z.string().nullable().describe('Why it stands still'),
  })
  .meta({ id: 'ProjectionStatus' });
export type ProjectionStatus = z.infer<typeof projectionStatus>;

const reactorStatus = z
  .object({
    reactor: z.string(),
    position: z.string(),
    lag: positions.nullable(),
    outstanding: z.int().describe('Events that it has begun with and is not done with'),
  })
  .meta({ id: 'ReactorStatus' });
export type ReactorStatus = z.infer<typeof reactorStatus>;

const sealStatus = z
  .object({
    last: z
      .object({ number: z.int(), at: z.string(), position: z.string(), size: z.int(), by: z.string() })
      .nullable()
      .describe('null before the first'),
    every: z.number().nullable().describe('Seconds from one to the next; null where the shop seals none by itself'),
    dueSince: z
      .string()
      .nullable()
      .describe('Where the next is due: when the first happened that it is to be over; null while nothing has'),
    alarm: z.string().nullable().describe('Why nobody seals, or the node that answers does not'),
  })
  .meta({ id: 'SealStatus' });

const backupStatus = z
  .object({
    last: z
      .object({ at: z.string(), position: z.string(), bytes: z.number(), by: z.string() })
      .nullable()
      .describe('null where the log knows of none'),
    isElsewhere: z.boolean().describe('Whether the log is in a server with backups of its own'),
  })
  .meta({ id: 'BackupStatus' });

export const status = z
  .object({
    at: z.string(),
    position: z.string().nullable().describe('How far the log goes; null while its store does not answer'),
    nodes: z.array(nodeStatus).nullable().describe('null while the store of the log does not answer'),
    stores: z.array(storeStatus),
    projections: z.array(projectionStatus).describe('At the node that answers'),
    reactors: z.array(reactorStatus).describe('At the node that answers'),
    parked: z
      .object({ parked: z.int(), waiting: z.int(), retry: z.int() })
      .describe('Events that somebody could not do with, by what becomes of them'),
    seals: sealStatus.nullable().describe('null while the store of the log does not answer'),
    backups: backupStatus.nullable().describe('null while the store of the log does not answer'),
    history: z
      .object({
        position: z.string(),
        lag: positions.nullable(),
        wrong: z.string().nullable().describe('Why it does not go on; null while it does'),
      })
      .nullable()
      .describe('How far it is indexed'),
  })
  .meta({ id: 'Status' });
export type Status = z.infer<typeof status>;

/** What an owner of a new shop does first; none in a demo, which needs none of it. */
export const firstSteps = z
  .object({
    steps: z.array(z.object({ step: z.enum(['product', 'payments', 'mail']), isDone: z.boolean() })),
  })
  .meta({ id: 'FirstSteps' });
export type FirstSteps = z.infer<typeof firstSteps>;

/** Who could not do with an event, and why. */
const unhandled = z
  .object({
    reader: z
      .string()
      .describe(
        'reactor:{name}, projection:{name}.v{version}, or log, for what the store hands to nobody: no shop has written it',
      ),
    state: z
      .enum(['parked', 'waiting', 'retry'])
      .describe('parked: it waits for an operator; waiting: something is away; retry: it is about to be tried again'),
    stops: z.boolean().describe('Whether the reader stands still for it'),
    since: z.string(),
    error: z.string(),
    document: z.string().nullable().describe('Which document stays as it was, for a projection'),
  })
  .meta({ id: 'Unhandled' });

export const parkedEvent = z
  .object({
    eventId: z.string(),
    type: z.string(),
    stream: shownStream,
    position: z.string(),
    readers: z.array(unhandled),
  })
  .meta({ id: 'ParkedEvent' });
export type ParkedEvent = z.infer<typeof parkedEvent>;

export const parkedQuery = pageQuery.extend({
  after: afterPosition,
});

export const eventParams = z.object({ event: z.string() });

/** The reason is the last word about the event, and stays in the history for good. */
export const skipBody = z.object({ reason: text(500, 'Say why') });

export const decided = z
  .object({ acknowledged: z.literal(true), readers: z.array(z.string()) })
  .meta({ id: 'ParkedDecision' });
export type Decided = z.infer<typeof decided>;
