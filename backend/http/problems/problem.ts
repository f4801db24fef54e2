import { z } from 'zod';
import {
  BeingPrepared,
  Busy,
  ConfirmAgain,
  Conflict,
  DamagedStream,
  type FieldError,
  Forbidden,
  HungUp,
  Invalid,
  NotFound,
  NotMadeYet,
  PreconditionFailed,
  SecondFactorWanted,
  SessionOver,
  SomeNotDone,
  TooMany,
  Unauthorized,
  Unavailable,
  WrongSecondFactor,
  wrongFields,
} from '../../../modules/kernel/errors.ts';
import type { Problem } from '../../../modules/kernel/wire/wire.ts';
import { NotJson } from '../requests/read-sent.ts';

/** A failure as HTTP tells it: RFC 9457's fields, and the headers that go with it. */
export type HttpProblem = { readonly problem: Problem; readonly headers: Readonly<Record<string, string>> };

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** A problem of a status, in words that a user may read. */
export function problemOf(status: number, detail?: string, errors?: readonly FieldError[]): Problem {
  return {
    type: 'about:blank',
    title: titles[status] ?? 'Error',
    status,
    ...(detail === undefined ? {} : { detail }),
    ...(errors === undefined || errors.length === 0 ? {} : { errors: [...errors] }),
  };
}

/** What went wrong, as the caller may know it. What is not the caller's business comes out as a bare 500. */
export function problemFor(error: unknown): HttpProblem {
  if (error instanceof Invalid) return problemWith(400, error.message, error.errors);
  if (error instanceof z.ZodError) return problemFor(wrongFields(fieldErrors(error)));
  if (error instanceof SecondFactorWanted || error instanceof WrongSecondFactor) {
    const { type, methods, message } = error;
    const cookie: Record<string, string> = error instanceof SecondFactorWanted ? { 'Set-Cookie': error.cookie } : {};
    const problem = { ...problemOf(401, message), type, methods: [...methods] };
    return { problem, headers: { 'WWW-Authenticate': 'Bearer', ...cookie } };
  }
  if (error instanceof Unauthorized) {
    const type = error instanceof SessionOver ? { type: error.type } : {};
    return { problem: { ...problemOf(401, error.message), ...type }, headers: { 'WWW-Authenticate': 'Bearer' } };
  }
  if (error instanceof ConfirmAgain) {
    return { problem: { ...problemOf(403, error.message), type: error.type }, headers: {} };
  }
  if (error instanceof Forbidden) return problemWith(403, error.message);
  if (error instanceof NotFound) return problemWith(404, error.message);
  if (error instanceof Conflict) {
    const { problem, headers } = problemWith(409, error.message, error.errors);
    return { problem: { ...problem, ...(error.type !== undefined && { type: error.type }) }, headers };
  }
  if (error instanceof PreconditionFailed) {
    return { problem: problemOf(412, error.message), headers: { ETag: error.tag } };
  }
  if (error instanceof TooMany || error instanceof Busy) {
    const status = error instanceof TooMany ? 429 : 503;
    const type = error instanceof NotMadeYet ? { type: error.type } : {};
    return {
      problem: { ...problemOf(status, error.message), ...type },
      headers: { 'Retry-After': String(error.retryAfter) },
    };
  }
  if (error instanceof HungUp) return problemWith(503, error.message);
  if (error instanceof BeingPrepared) {
    const problem = problemOf(503, 'This is being prepared after an update. Please try again in a moment.');
    return { problem: { ...problem, type: error.type }, headers: { 'Retry-After': String(error.retryAfter) } };
  }
  if (error instanceof DamagedStream || error instanceof SomeNotDone) {
    const what = error instanceof DamagedStream ? 'This cannot be done' : 'Not all of this could be done';
    const detail = `${what}: something of it cannot be read at present. Whoever runs the shop has to put that right first.`;
    return { problem: problemOf(503, detail), headers: { 'Retry-After': '60' } };
  }
  if (error instanceof Unavailable) {
    return {
      problem: problemOf(503, 'The shop cannot do this right now. Please try again in a moment.'),
      headers: { 'Retry-After': '1' },
    };
  }
  if (error instanceof NotJson) return problemWith(415, error.message);
  // An address whose escapes are broken names nothing that is here.
  if (error instanceof URIError) return problemWith(404, 'There is nothing at this address.');
  return ofExpress(error);
}

/** What express and its body parser throw says its status itself. */
function ofExpress(error: unknown): HttpProblem {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  if (status === 413) return problemWith(413, `The body is larger than ${limitOf(error) / 1_024} kB.`);
  if (status === 415) return problemWith(415, 'The body must be JSON in UTF-8.');
  if (status >= 400 && status < 500)
    return problemWith(400, 'The request could not be understood: malformed JSON or address.');
  return problemWith(500, 'Something went wrong on our side.');
}

/** How many bytes a body may have where it was refused. */
function limitOf(error: unknown): number {
  return error instanceof Error && 'limit' in error ? Number(error.limit) : 0;
}

function problemWith(status: number, detail: string, errors?: readonly FieldError[]): HttpProblem {
  return { problem: problemOf(status, detail, errors), headers: {} };
}

function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
}
