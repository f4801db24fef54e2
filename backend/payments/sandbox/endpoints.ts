import type { z } from 'zod';
import type { Answer, CallBench } from './bench.ts';
import { acceptDispute, respondToDispute, retrieveDispute } from './dispute-calls.ts';
import { authenticateIntent, cancelIntent, confirmIntent, createIntent, retrieveIntent } from './intent-calls.ts';
import {
  authenticateParams,
  cancelParams,
  confirmParams,
  listRefundsParams,
  noParams,
  read,
  readCreateParams,
  refundParams,
  respondParams,
} from './params.ts';
import { createRefund, listRefunds, retrieveRefund } from './refund-calls.ts';

type Method = 'GET' | 'POST';
type Endpoint = {
  readonly method: Method;
  /** `:id` stands for an id. */
  readonly path: string;
  readonly who: 'servers' | 'everyone';
  /** Reads the parameters, and throws StripeFailure when they cannot be read; what it returns does the call. */
  readonly prepare: (id: string, params: unknown) => (bench: CallBench) => Answer;
};

const endpoint =
  <Params>(
    readParams: (raw: unknown) => Params,
    call: (id: string, params: Params, bench: CallBench) => Answer,
  ): Endpoint['prepare'] =>
  (id, raw) => {
    const params = readParams(raw);
    return (bench) => call(id, params, bench);
  };
const reading =
  <Params>(schema: z.ZodType<Params>) =>
  (raw: unknown) =>
    read(schema, raw);
/** Reading an intent says who one is in the address, which is looked at elsewhere. */
const retrieval = (raw: unknown) => {
  const { client_secret: secret, 'expand[0]': expanded } = Object(raw);
  return { clientSecret: typeof secret === 'string' ? secret : undefined, withCharge: expanded === 'latest_charge' };
};

const intents = '/v1/payment_intents';
const toServers = { who: 'servers' } as const;
const toEveryone = { who: 'everyone' } as const;

const endpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: intents,
    ...toServers,
    prepare: endpoint(readCreateParams, (_, params, bench) => createIntent(params, bench)),
  },
  { method: 'GET', path: `${intents}/:id`, ...toEveryone, prepare: endpoint(retrieval, retrieveIntent) },
  {
    method: 'POST',
    path: `${intents}/:id/confirm`,
    ...toEveryone,
    prepare: endpoint(reading(confirmParams), confirmIntent),
  },
  {
    method: 'POST',
    path: `${intents}/:id/authenticate`,
    ...toEveryone,
    prepare: endpoint(reading(authenticateParams), authenticateIntent),
  },
  {
    method: 'POST',
    path: `${intents}/:id/cancel`,
    ...toServers,
    prepare: endpoint(reading(cancelParams), cancelIntent),
  },
  {
    method: 'POST',
    path: '/v1/refunds',
    ...toServers,
    prepare: endpoint(reading(refundParams), (_, params, bench) => createRefund(params, bench)),
  },
  {
    method: 'GET',
    path: '/v1/refunds',
    ...toServers,
    prepare: endpoint(reading(listRefundsParams), (_, params, bench) => listRefunds(params, bench)),
  },
  {
    method: 'GET',
    path: '/v1/refunds/:id',
    ...toServers,
    prepare: endpoint(
      () => undefined,
      (id, _, bench) => retrieveRefund(id, bench),
    ),
  },
  {
    method: 'GET',
    path: '/v1/disputes/:id',
    ...toServers,
    prepare: endpoint(
      () => undefined,
      (id, _, bench) => retrieveDispute(id, bench),
    ),
  },
  {
    method: 'POST',
    path: '/v1/disputes/:id',
    ...toServers,
    prepare: endpoint(reading(respondParams), respondToDispute),
  },
  {
    method: 'POST',
    path: '/v1/disputes/:id/close',
    ...toServers,
    prepare: endpoint(reading(noParams), (id, _, bench) => acceptDispute(id, bench)),
  },
];

const patterns = endpoints.map((found) => ({
  found,
  pattern: new RegExp(`^${found.path.replace(':id', '([^/]+)')}/?$`),
}));

/** Which call an address is of, and of which object. */
export function endpointAt(method: string, path: string): { found: Endpoint; id: string } | undefined {
  for (const { found, pattern } of patterns) {
    const match = found.method === method ? pattern.exec(path) : null;
    if (match) return { found, id: match[1] ?? '' };
  }
  return undefined;
}
