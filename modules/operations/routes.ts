import { pageAnswer } from '../kernel/documents/page-answer.ts';
import { type Route, route } from '../kernel/route.ts';
import {
  decided,
  eventParams,
  firstSteps as firstStepsSchema,
  parkedEvent,
  parkedQuery,
  skipBody,
  status as statusSchema,
} from './contract.ts';
import type { Decision, Operations } from './operations.ts';

/** What operators do in the browser; admins are asked for. */
export function operationRoutes({ status, parked, firstSteps }: Operations): Route[] {
  const answerOf = ({ readers, position }: Decision) =>
    ({ status: 200, body: { acknowledged: true, readers: [...readers] }, position }) as const;

  return [
    route({
      method: 'get',
      path: '/operations/status',
      access: 'admin',
      summary: 'How the shop is: nodes, stores, projections, what is parked, the last seal and backup',
      answers: { 200: { description: 'As of this moment, to the second', schema: statusSchema } },
      async handle() {
        return { status: 200, body: await status(), headers: { 'Cache-Control': 'no-store' } };
      },
    }),
    route({
      method: 'get',
      path: '/operations/first-steps',
      access: 'admin',
      summary: 'What the owner of a new shop does first, and what of it is done',
      answers: { 200: { description: 'None in a demo', schema: firstStepsSchema } },
      async handle() {
        return { status: 200, body: await firstSteps(), headers: { 'Cache-Control': 'no-store' } };
      },
    }),
    route({
      method: 'get',
      path: '/operations/parked',
      access: 'admin',
      summary: 'The events that could not be dealt with, and why, in the order of the log',
      query: parkedQuery,
      answers: {
        200: { description: 'Events; the next page is in the Link header', schema: parkedEvent.array() },
      },
      async handle({ query }) {
        const { limit, after = '0' } = query;
        const later = (await parked.all()).filter(({ position }) => BigInt(position) > BigInt(after));
        const page = later.slice(0, limit);
        const next = later.length > limit ? page.at(-1)?.position : undefined;
        const documents = page.map((event) => JSON.stringify(event));
        const { asOf: _, ...answer } = pageAnswer('/operations/parked', query, { documents, next, asOf: 0n });
        return answer;
      },
    }),
    route({
      method: 'post',
      path: '/operations/parked/{event}/retry',
      access: 'admin',
      summary: 'Have a parked event tried again',
      params: eventParams,
      answers: {
        200: { description: 'Who tries again', schema: decided },
        404: { description: 'No such event is parked' },
        409: { description: 'No shop has written it' },
      },
      handle: async ({ params, command }) => answerOf(await parked.retry(params.event, command)),
    }),
    route({
      method: 'post',
      path: '/operations/parked/{event}/skip',
      access: 'admin',
      summary: 'Have a parked event passed over for good, for a reason that the history keeps',
      params: eventParams,
      body: skipBody,
      answers: {
        200: { description: 'Who passes over it', schema: decided },
        404: { description: 'No such event is parked' },
      },
      handle: async ({ params, body, command }) => answerOf(await parked.skip(params.event, body.reason, command)),
    }),
  ];
}
