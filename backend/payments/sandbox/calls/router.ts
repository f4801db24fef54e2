import express, { type NextFunction, type Request, type Response, Router } from 'express';
import { readBody } from '../../../http/requests/read-body.ts';
import { unknownError } from '../faults.ts';
import { apiVersion } from '../requests/api-version.ts';
import { fieldsOf } from '../requests/form-fields.ts';
import { StripeFailure } from '../requests/stripe-failure.ts';
import { ask, type Desk } from './desk.ts';

/** How long a form may be, in bytes. */
const longestForm = 100 * 1_024;
/**
 * How many fields it may have: fifty of `metadata` and what a call takes beside them are far fewer. To read a thousand that lie within one another
 * takes 14 ms of the event loop, and whoever sends a form is counted only once it has been read.
 */
const mostFields = 100;

/** HTTP to calls: forms, keys and idempotency as https://docs.stripe.com/api describes them. */
export function sandboxRouter(desk: Desk): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.set({
      'Request-Id': desk.ids('req_'),
      'Stripe-Version': apiVersion,
      'Cache-Control': 'no-cache, no-store',
    });
    next();
  });
  const parse = express.urlencoded({ extended: true, limit: longestForm, parameterLimit: mostFields });
  router.use((request, response, next) => {
    readBody(parse, longestForm, request, response).then(() => next(), next);
  });
  router.use((request, response) => {
    const { method, path, body, query } = request;
    const key = request.get('Idempotency-Key');
    const given = ask(desk, {
      method,
      path,
      requestId: String(response.get('Request-Id')),
      authorization: request.get('Authorization'),
      keyField: body?.key ?? query.key,
      idempotencyKey: key,
      params: method === 'GET' ? fieldsOf(request.url.split('?')[1] ?? '') : body,
    });
    if (!given) {
      // Lost on its way: nothing comes back, not even the head of an answer.
      request.socket.destroy();
      return;
    }
    if (given.isKeptBack) return;
    if (key !== undefined) response.set('Idempotency-Key', key);
    if (given.replayOf) response.set({ 'Idempotent-Replayed': 'true', 'Original-Request': given.replayOf });
    response.status(given.status);
    if (typeof given.body === 'string') response.type('html').send(given.body);
    else response.json(given.body);
  });
  // Express knows an error handler by its four parameters.
  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const failure = failureOf(error);
    if (failure.status === 500) desk.onFault(error);
    response.status(failure.status).json(failure.body);
  });
  return router;
}

function failureOf(error: unknown): StripeFailure {
  const status = error instanceof Error && 'status' in error ? error.status : 500;
  if (status === 413) {
    return new StripeFailure({ status: 413, type: 'invalid_request_error', message: 'The request is too large.' });
  }
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new StripeFailure({ status: 400, type: 'invalid_request_error', message: 'The request cannot be read.' });
  }
  return unknownError();
}
