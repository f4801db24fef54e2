import type { ErrorRequestHandler, Request } from 'express';
import { Invalid, Refusal, Unavailable } from '../../modules/kernel/errors.ts';
import type { CountedLog } from '../runtime/counted-log.ts';
import { problemFor } from './problem.ts';
import { sendJson } from './send-json.ts';

/** Answers with a problem whatever was thrown, and tells the operators of it as far as it is theirs to know. */
export function answerProblem(counted: CountedLog): ErrorRequestHandler {
  return async (error, request, response, _next) => {
    const { problem, headers } = problemFor(error);
    note(error, problem.status, callOf(request), counted);
    if (response.headersSent) return void response.destroy(); // So that nobody takes half an answer for a whole one.
    response.status(problem.status).set(headers).set('Cache-Control', 'no-store');
    await sendJson(response, JSON.stringify(problem), 'application/problem+json');
  };
}

/**
 * A refusal is a decision, however often it is made: it is counted. A store that is away is no bug: it says why at once,
 * and no stack. Only what nobody thought of has a stack, the first time.
 */
function note(error: unknown, status: number, call: string, counted: CountedLog): void {
  if (error instanceof Refusal) {
    const { countedAt: level, name } = error;
    if (level === undefined) return;
    // Of signed input that is wrong it must be known at once what is wrong with it; of other refusals only how many.
    const first = error instanceof Invalid ? { first: { reason: error.message } } : {};
    counted.add(name, { level, message: 'requests were refused', call, ...first });
  } else if (error instanceof Unavailable) {
    const first = { reason: error.message };
    counted.add(error.name, { level: 'warn', message: 'something that the shop needs is away', call, first });
  } else if (status >= 500) {
    counted.fault(error, { message: 'requests failed', call });
  }
}

/** The call as it is declared, such as `GET /user/:email`: the address as it came may hold an email. */
function callOf({ method, route }: Request): string {
  const path: unknown = route?.path;
  return typeof path === 'string' ? `${method} ${path}` : 'no call';
}
