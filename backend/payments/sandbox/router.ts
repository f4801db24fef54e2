import express, { type NextFunction, type Request, type Response, Router } from 'express';
import type { z } from 'zod';
import { readBody } from '../../http/read-body.ts';
import { announcer } from './announce.ts';
import * as calls from './calls.ts';
import { once } from './idempotency.ts';
import type { Ids } from './ids.ts';
import { type Caller, callerOf, type Keys, onlyServers } from './keys.ts';
import { authenticateParams, cancelParams, confirmParams, read, readCreateParams, refundParams } from './params.ts';
import type { SandboxStore } from './store.ts';
import { StripeFailure } from './stripe-failure.ts';

type Desk = Keys & {
  store: SandboxStore;
  clock: () => Date;
  ids: Ids;
  onFault: (error: unknown) => void;
  /** Something was written; there may be events to deliver. */
  changed: () => void;
};

/** How long a form may be, in bytes. */
const longestForm = 100 * 1_024;

/** HTTP to calls: keys, forms and idempotency as https://docs.stripe.com/api describes them. */
export function sandboxRouter(desk: Desk): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.set({ 'Request-Id': desk.ids('req_'), 'Cache-Control': 'no-cache, no-store' });
    next();
  });
  const parse = express.urlencoded({ extended: true, limit: longestForm });
  router.use((request, response, next) => {
    readBody(parse, longestForm, request, response).then(() => next(), next);
  });

  const post = <Params>(
    path: string,
    who: 'servers' | 'everyone',
    readParams: (raw: unknown) => Params,
    call: (id: string, params: Params, bench: calls.Bench) => calls.Answer,
  ) =>
    router.post(path, (request, response) => {
      const caller = admitted(request, who, desk);
      const now = desk.clock();
      const requestId = String(response.get('Request-Id'));
      const key = request.get('Idempotency-Key');
      const asked = { caller, key, endpoint: `POST ${request.path}`, params: request.body, requestId, now };
      const given = desk.store.atomically(() =>
        once(desk.store, desk.secretKey, asked, () => {
          const params = readParams(request.body);
          const announce = announcer(desk.store, desk.ids, now, { requestId, idempotencyKey: key });
          return () => call(String(request.params.id), params, { ...desk, caller, now, announce });
        }),
      );
      if (key !== undefined) response.set('Idempotency-Key', key);
      if (given.replayOf) response.set({ 'Idempotent-Replayed': 'true', 'Original-Request': given.replayOf });
      response.status(given.status).json(given.body);
      desk.changed();
    });

  const get = (
    path: string,
    who: 'servers' | 'everyone',
    call: (request: Request, bench: calls.Bench) => calls.Answer,
  ) =>
    router.get(path, (request, response) => {
      const caller = admitted(request, who, desk);
      const given = call(request, { ...desk, caller, now: desk.clock(), announce: () => {} });
      response.status(given.status).json(given.body);
    });

  post('/v1/payment_intents', 'servers', readCreateParams, (_id, params, bench) => calls.createIntent(params, bench));
  post('/v1/payment_intents/:id/confirm', 'everyone', reading(confirmParams), calls.confirmIntent);
  post('/v1/payment_intents/:id/authenticate', 'everyone', reading(authenticateParams), calls.authenticateIntent);
  post('/v1/payment_intents/:id/cancel', 'servers', reading(cancelParams), calls.cancelIntent);
  post('/v1/refunds', 'servers', reading(refundParams), (_id, params, bench) => calls.createRefund(params, bench));
  get('/v1/payment_intents/:id', 'everyone', ({ params, query }, bench) =>
    calls.retrieveIntent(String(params.id), text(query.client_secret), bench),
  );
  get('/v1/refunds/:id', 'servers', ({ params }, bench) => calls.retrieveRefund(String(params.id), bench));

  router.use((request) => {
    const message = `Unrecognized request URL (${request.method}: ${request.path}).`;
    throw new StripeFailure({ status: 404, type: 'invalid_request_error', message });
  });
  // Express knows an error handler by its four parameters.
  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const failure = failureOf(error);
    if (failure.status === 500) desk.onFault(error);
    response.status(failure.status).json(failure.body);
  });
  return router;
}

function admitted(request: Request, who: 'servers' | 'everyone', keys: Keys): Caller {
  const caller = callerOf(request.get('Authorization'), request.body?.key ?? request.query.key, keys);
  if (who === 'servers') onlyServers(caller);
  return caller;
}

const reading =
  <Params>(schema: z.ZodType<Params>) =>
  (raw: unknown) =>
    read(schema, raw);

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

function failureOf(error: unknown): StripeFailure {
  if (error instanceof StripeFailure) return error;
  const status = error instanceof Error && 'status' in error ? error.status : 500;
  if (status === 413) {
    return new StripeFailure({ status: 413, type: 'invalid_request_error', message: 'The request is too large.' });
  }
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new StripeFailure({ status: 400, type: 'invalid_request_error', message: 'The request cannot be read.' });
  }
  return new StripeFailure({ status: 500, type: 'api_error', message: 'An unknown error occurred.' });
}
