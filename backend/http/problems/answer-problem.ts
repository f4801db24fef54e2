import type { ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Request } from 'express';
import { Invalid, Refusal, Unavailable } from '../../../modules/kernel/errors.ts';
import type { CountedLog } from '../../runtime/logging/counted-log.ts';
import { sendJson } from '../responses/send-json.ts';
import { CallIds } from '../routing/call-ids.ts';
import { problemFor } from './problem.ts';

/** Where a problem goes: the answer to a call, which is named as it is declared (`GET /user/:email`). */
export type Failed = {
  readonly response: ServerResponse;
  readonly call: string;
  readonly ids: CallIds;
  /** Headers of every answer that the response does not have yet. */
  readonly always?: readonly string[];
};

/** Answers with a problem whatever was thrown, and tells the operators of it as far as it is theirs to know. */
export async function answerWithProblem(
  error: unknown,
  { response, call, ids, always }: Failed,
  counted: CountedLog,
): Promise<void> {
  const { problem, headers } = problemFor(error);
  note(error, problem.status, { call, ids }, counted);
  if (response.headersSent) return void response.destroy(); // So that nobody takes half an answer for a whole one.
  // By this the line in the log is found again.
  const found = problem.status >= 500 && !(error instanceof Refusal) && { 'X-Request-Id': ids.request };
  const head = { status: problem.status, headers: { ...headers, ...found, 'Cache-Control': 'no-store' }, always };
  await sendJson(response, JSON.stringify(problem), { ...head, type: 'application/problem+json' });
}

/** The same, of what comes out of Express's chain. */
export function answerProblem(counted: CountedLog): ErrorRequestHandler {
  return (error, request, response, _next) =>
    answerWithProblem(error, { response, call: callOf(request), ids: new CallIds(request.headers, false) }, counted);
}

/**
 * A refusal is a decision, however often it is made: it is counted. A store that is away is no bug: it says why at once,
 * and no stack. Only what nobody thought of has a stack, the first time.
 */
function note(error: unknown, status: number, { call, ids }: Pick<Failed, 'call' | 'ids'>, counted: CountedLog): void {
  if (error instanceof Refusal) {
    const { countedAt: level, name } = error;
    if (level === undefined) return;
    // Of signed input that is wrong it must be known at once what is wrong with it; of other refusals only how many.
    const first = error instanceof Invalid ? { first: { reason: error.message } } : {};
    counted.add(name, { level, message: 'requests were refused', call, ...first });
  } else if (error instanceof Unavailable) {
    const first = { reason: error.message, requestId: ids.request, correlationId: ids.correlation };
    counted.add(error.name, { level: 'warn', message: 'something that the shop needs is away', call, first });
  } else if (status >= 500) {
    const found = { requestId: ids.request, correlationId: ids.correlation };
    counted.fault(error, { message: 'requests failed', call, found });
  }
}

/** The call as it is declared, such as `GET /user/:email`: the address as it came may hold an email. */
function callOf({ method, route }: Request): string {
  const path: unknown = route?.path;
  return typeof path === 'string' ? `${method} ${path}` : 'no call';
}
