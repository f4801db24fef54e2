import { z } from 'zod';
import { pageAnswer } from '../kernel/documents/page-answer.ts';
import { Busy, NotMadeYet } from '../kernel/errors.ts';
import { type Route, route } from '../kernel/route.ts';
import { sinceOf, untilOf } from '../kernel/time/time-range.ts';
import { mostTold } from './causes.ts';
import {
  asOf,
  asOfQuery,
  type HistoryQuery,
  historyEntry,
  historyQuery,
  historySteps,
  historyTypes,
  stepsQuery,
  streamParams,
  why,
  whyParams,
} from './contract.ts';
import type { Wanted } from './history-index.ts';
import type { HistoryReader } from './history-reader.ts';
import { streamOfEntity } from './stream-names.ts';

/** Seconds after which to ask again while the index is being made. */
const askAgain = 5;
/** The same while it cannot be made: a person has to do something first. */
const askAgainWhenWrong = 60;

/** The history, for admins: the one kind of GET that reads the log. */
export function historyRoutes({ index, entries, travel, steps, causes, types }: HistoryReader): Route[] {
  const notMadeYet = (reached: bigint) =>
    new NotMadeYet(`The history is being indexed, and is so as of position ${reached} by now.`, askAgain);

  /** How far the index is, once it has all that had happened when this was asked; and which it is. */
  async function upTo(): Promise<{ readonly position: bigint; readonly beginnings: number }> {
    const { reached, isWhole, wrong } = await index.fresh();
    if (isWhole) return { position: reached, beginnings: index.beginnings };
    if (wrong !== undefined) {
      throw new Busy(`The history cannot be indexed after position ${reached}: ${wrong}`, askAgainWhenWrong);
    }
    throw notMadeYet(reached);
  }

  /** Answers from an index that is whole, and was so until the answer was made: somebody may delete it meanwhile. */
  async function fromWhole<Answer>(answer: (position: bigint) => Promise<Answer>): Promise<Answer> {
    const { position, beginnings } = await upTo();
    const [answered] = await Promise.allSettled([answer(position)]);
    if (index.beginnings !== beginnings) throw notMadeYet(index.reached);
    if (answered.status === 'rejected') throw answered.reason;
    return answered.value;
  }

  const saying = (position: bigint) => ({ asOf: position, headers: { 'Event-Position': position.toString() } });

  return [
    route({
      method: 'get',
      path: '/history',
      access: 'admin',
      summary: 'What happened, as sentences, newest first',
      query: historyQuery,
      saysAsOf: true,
      answers: {
        200: { description: 'Events; the next page is in the Link header', schema: z.array(historyEntry) },
      },
      handle: ({ query, signal }) =>
        fromWhole(async (position) => {
          const wanted = wantedIn(query);
          const { limit } = query;
          const before = query.after === undefined ? undefined : BigInt(query.after);
          // One more than is asked for says whether there are more.
          const places = index.newest(wanted, { before, limit: limit + 1 });
          const page = places.slice(0, limit);
          const documents = (await entries.wanted(page, wanted, signal)).map((entry) => JSON.stringify(entry));
          const next = places.length > limit ? page.at(-1)?.position.toString() : undefined;
          const answer = pageAnswer('/history', query, { documents, next, asOf: position });
          const said = saying(position);
          return { ...answer, headers: { ...answer.headers, ...said.headers } };
        }),
    }),
    route({
      method: 'get',
      path: '/history/types',
      access: 'admin',
      summary: 'The types of events that the history tells of',
      answers: { 200: { description: 'In the order of their names', schema: historyTypes } },
      handle: async () => ({ status: 200, body: { types } }),
    }),
    route({
      method: 'get',
      path: '/history/{stream}',
      access: 'admin',
      summary: 'What an order, a tool, a person, or the order counts (order-counts) were at a position or time',
      params: streamParams,
      query: asOfQuery,
      saysAsOf: true,
      answers: {
        200: {
          description:
            'What GETs showed of it, as of then; of what was deleted, what it was, with how it ended as status; of a tool ' +
            'without what its reviews make of it, with the rating as it was added',
          schema: asOf,
        },
        404: { description: 'There was no such thing then, or it is a session or a key' },
      },
      handle: ({ params, query, signal }) =>
        fromWhole(async (position) => ({
          status: 200,
          body: await travel.asOf(params.stream, query.at, signal),
          ...saying(position),
        })),
    }),
    route({
      method: 'get',
      path: '/history/{stream}/steps',
      access: 'admin',
      summary: 'The events around a position or time that made of a thing, or of the order counts, what they were',
      params: streamParams,
      query: stepsQuery,
      saysAsOf: true,
      answers: {
        200: { description: 'What was then, and what each event before and after it changed', schema: historySteps },
        404: { description: 'There was no such thing then, or it is a session or a key' },
      },
      handle: ({ params, query: { at, limit }, signal }) =>
        fromWhole(async (position) => ({
          status: 200,
          body: await steps.around(params.stream, { at, limit }, signal),
          ...saying(position),
        })),
    }),
    route({
      method: 'get',
      path: '/history/why/{event}',
      access: 'admin',
      summary: 'What caused an event, given by its id or position, and what followed from it',
      params: whyParams,
      saysAsOf: true,
      answers: {
        200: { description: `Of one request at most ${mostTold} events`, schema: why },
        404: { description: 'There is no such event' },
      },
      handle: ({ params }) =>
        fromWhole(async (position) => ({
          status: 200,
          body: await causes.of(params.event),
          ...saying(position),
        })),
    }),
  ];
}

function wantedIn({ entity, actor, type, since, until, correlation }: HistoryQuery): Wanted {
  return {
    stream: entity === undefined ? undefined : streamOfEntity(entity),
    actor,
    type,
    correlation,
    since: since === undefined ? undefined : sinceOf(since),
    until: until === undefined ? undefined : untilOf(until),
  };
}
