import type { z } from 'zod';
import { listChargesParams, listIntentsParams, listOfOneParams } from '../requests/list-params.ts';
import {
  authenticateParams,
  cancelParams,
  confirmParams,
  noParams,
  read,
  readCreateParams,
  refundParams,
  respondParams,
} from '../requests/params.ts';
import type { Answer, CallBench } from './bench.ts';
import { acceptDispute, respondToDispute, retrieveDispute } from './dispute-calls.ts';
import { authenticateIntent, cancelIntent, confirmIntent, createIntent, retrieveIntent } from './intent-calls.ts';
import { listCharges, listDisputes, listIntents, listRefunds, retrieveCharge } from './list-calls.ts';
import { createRefund, retrieveRefund } from './refund-calls.ts';

type Method = 'GET' | 'POST';
type Prepare = (id: string, params: unknown) => (bench: CallBench) => Answer;
type Endpoint = {
  readonly method: Method;
  /** `:id` stands for an id. */
  readonly path: string;
  readonly who: 'servers' | 'everyone';
  /** Reads the parameters, and throws StripeFailure when they cannot be read; what it returns does the call. */
  readonly prepare: Prepare;
};

/** A call about one object. */
const about =
  <Params>(
    readParams: (raw: unknown) => Params,
    call: (id: string, params: Params, bench: CallBench) => Answer,
  ): Prepare =>
  (id, raw) => {
    const params = readParams(raw);
    return (bench) => call(id, params, bench);
  };
/** A call about none, or many. */
const general = <Params>(
  readParams: (raw: unknown) => Params,
  call: (params: Params, bench: CallBench) => Answer,
): Prepare => about(readParams, (_, params, bench) => call(params, bench));
const retrieval = (call: (id: string, bench: CallBench) => Answer): Prepare =>
  about(
    () => undefined,
    (id, _, bench) => call(id, bench),
  );
const reading =
  <Params>(schema: z.ZodType<Params>) =>
  (raw: unknown) =>
    read(schema, raw);
/** Reading an intent says who one is in the address, which is looked at elsewhere. */
const intentRetrieval = (raw: unknown) => {
  const { client_secret: secret, expand } = Object(raw);
  return {
    clientSecret: typeof secret === 'string' ? secret : undefined,
    withCharge: Object.values(Object(expand)).includes('latest_charge'),
  };
};

const endpoint = (who: Endpoint['who'], method: Method, path: string, prepare: Prepare): Endpoint => ({
  method,
  path,
  who,
  prepare,
});

const intents = '/v1/payment_intents';
const disputes = '/v1/disputes';

const endpoints: readonly Endpoint[] = [
  endpoint('servers', 'POST', intents, general(readCreateParams, createIntent)),
  endpoint('servers', 'GET', intents, general(reading(listIntentsParams), listIntents)),
  endpoint('everyone', 'GET', `${intents}/:id`, about(intentRetrieval, retrieveIntent)),
  endpoint('everyone', 'POST', `${intents}/:id/confirm`, about(reading(confirmParams), confirmIntent)),
  endpoint('everyone', 'POST', `${intents}/:id/authenticate`, about(reading(authenticateParams), authenticateIntent)),
  endpoint('servers', 'POST', `${intents}/:id/cancel`, about(reading(cancelParams), cancelIntent)),
  endpoint('servers', 'GET', '/v1/charges', general(reading(listChargesParams), listCharges)),
  endpoint('servers', 'GET', '/v1/charges/:id', retrieval(retrieveCharge)),
  endpoint('servers', 'POST', '/v1/refunds', general(reading(refundParams), createRefund)),
  endpoint('servers', 'GET', '/v1/refunds', general(reading(listOfOneParams), listRefunds)),
  endpoint('servers', 'GET', '/v1/refunds/:id', retrieval(retrieveRefund)),
  endpoint('servers', 'GET', disputes, general(reading(listOfOneParams), listDisputes)),
  endpoint('servers', 'GET', `${disputes}/:id`, retrieval(retrieveDispute)),
  endpoint('servers', 'POST', `${disputes}/:id`, about(reading(respondParams), respondToDispute)),
  endpoint(
    'servers',
    'POST',
    `${disputes}/:id/close`,
    about(reading(noParams), (id, _, at) => acceptDispute(id, at)),
  ),
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
