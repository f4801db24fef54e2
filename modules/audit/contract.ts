import { z } from 'zod';
import { isMoment } from '../kernel/time/moment.ts';
import { timeOrDay } from '../kernel/time/time-range.ts';
import type { noticed } from '../kernel/wire/live-wire.ts';
import { isPosition, positionPattern } from '../kernel/wire/log-position.ts';
import { longestAbout } from '../kernel/wire/longest.ts';
import { pageQuery, upTo } from '../kernel/wire/wire.ts';

/** Something to look for: no NUL, which no event has, and no half a character. */
const looked = (max: number, pattern: RegExp, message: string) =>
  z.string().max(max, `Must not be longer than ${max} characters`).regex(pattern, message);

const noControls = /^[^\p{Cc}\p{Cs}]+$/u;

/** The name of a stream, as it is shown. */
export const shownStream = z.string().describe('Of sessions and keys only what it is called before its id');

/** A position in the log: what a page goes on after, too. */
const position = z.string().regex(positionPattern, 'Must be a position in the log');
export const afterPosition = position.optional().describe('The position that the page before ended with');

export const historyQuery = pageQuery.extend({
  entity: looked(longestAbout, /^[a-z][a-z-]*:[^\p{Cc}\p{Cs}]+$/u, 'Must be a kind and an id, as tool:{id}')
    .optional()
    .describe('tool:{id}, booking:{id}, user:{uid}, payment:{id} and so on'),
  actor: looked(longestAbout, noControls, 'Must be who did it, by their uid')
    .optional()
    .describe('The uid of who did it; system for the shop itself'),
  type: looked(100, /^[A-Za-z]\w*$/, 'Must be the name of a type of events').optional(),
  since: timeOrDay.optional().describe('ISO 8601, to the microsecond, itself included; of a day its beginning in UTC'),
  until: timeOrDay.optional().describe('ISO 8601, to the microsecond, itself included; of a day its end in UTC'),
  correlation: looked(longestAbout, noControls, 'Must be the id of a correlation').optional(),
  after: afterPosition,
});
export type HistoryQuery = z.infer<typeof historyQuery>;

const historyActor = z
  .object({ uid: z.string(), role: z.string(), name: z.string().describe('As they are called today') })
  .meta({ id: 'HistoryActor' });

/** What an event changed of its entity: a field that is missing was, or is, not there. */
const historyChange = z
  .object({ field: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })
  .meta({ id: 'HistoryChange' });
export type HistoryChange = z.infer<typeof historyChange>;

/** An event as it is stored, opened, without what is secret. */
const historyEvent = z
  .object({
    id: z.string(),
    type: z.string(),
    data: z.record(z.string(), z.unknown()),
    meta: z.object({
      schema: z.int(),
      time: z.string(),
      command: z.string(),
      commandId: z.string(),
      correlationId: z.string(),
      causationId: z.string().optional(),
      reason: z.string().optional().describe('Why, in the words of who did it; mostly an operator’s'),
    }),
    unreadable: z.string().optional().describe('Why its data cannot be read'),
  })
  .meta({ id: 'HistoryEvent' });

export const historyEntry = z
  .object({
    position: z.string(),
    stream: shownStream,
    revision: z.int().nullable(),
    type: z.string(),
    at: z.string(),
    actor: historyActor,
    correlationId: z.string().nullable(),
    causationId: z.string().nullable(),
    entity: z.string().nullable().describe('What it is about, as the filter takes it'),
    sentence: z.string(),
    changes: z.array(historyChange).describe('In lists nothing behind a thousand events of an order or person'),
    event: historyEvent.nullable().describe('null for events of sessions and keys'),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof historyEntry>;

export const streamParams = z.object({ stream: z.string() });
export const asOfQuery = z.object({
  at: z
    .string()
    .max(40, 'Must not be longer than 40 characters')
    .refine((value) => isPosition(value) || isMoment(value), {
      message: 'Must be a position in the log, or a time as 2026-11-22T17:00:00Z',
    })
    .optional()
    .describe('A position or a time to the microsecond, itself included; now, when left out'),
});

export const asOf = z
  .object({
    state: z.record(z.string(), z.unknown()).nullable(),
    revision: z.int().nullable().describe('Of its last event up to then; null for what is added up over many streams'),
    position: z.string(),
    at: z.string().describe('When that event was decided; of what is added up over many streams, what was asked for'),
  })
  .meta({ id: 'AsOf' });
export type AsOf = z.infer<typeof asOf>;

/** How many steps are told of at once. */
export const stepsQuery = asOfQuery.extend({ limit: upTo(200, 100) });

export const historySteps = z
  .object({
    asOf,
    before: z.record(z.string(), z.unknown()).nullable().describe('What it was before the first of these steps'),
    steps: z
      .array(historyEntry)
      .describe('Oldest first, some before and some after the one that was asked for; each with what it changed'),
    earlier: z.string().nullable().describe('The position of the step before these'),
    later: z.string().nullable().describe('The position of the step after these'),
    first: z.string().describe('The position of the first of all steps'),
  })
  .meta({ id: 'HistorySteps' });
export type HistorySteps = z.infer<typeof historySteps>;

export const historyTypes = z.object({ types: z.array(z.string()) }).meta({ id: 'HistoryTypes' });
export type HistoryTypes = z.infer<typeof historyTypes>;

export const whyParams = z.object({ event: z.string() });
export const why = z
  .object({
    event: historyEntry,
    causes: z.array(historyEntry).describe('What caused it, and what caused that, the nearest first'),
    effects: z
      .array(historyEntry.extend({ depth: z.int().describe('1 for what it caused itself') }))
      .describe('What followed from it, in the order of the log'),
    beside: z.array(historyEntry).describe('What else came of the same request, in the order of the log'),
    more: z.boolean().describe('Whether more came of the request than is told of here'),
  })
  .meta({ id: 'Why' });
export type Why = z.infer<typeof why>;

/** `history.grew`: GET /history shows more than before, up to this position. Admins are told, once a second at most. */
export type HistoryGrew = z.infer<typeof noticed>;
