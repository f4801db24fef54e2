import { Readable } from 'node:stream';
import { answeredOnce } from '../payments/answered-once.ts';
import { type StripeGateway, type StripeGatewayOptions, stripeGateway } from '../payments/gateway.ts';
import type { PaymentSandbox } from '../payments/sandbox/payment-sandbox.ts';
import { fieldsOf } from '../payments/sandbox/requests/form-fields.ts';

type HttpClient = NonNullable<StripeGatewayOptions['httpClient']>;

/** The gateway over the `stripe` package to a sandbox of the same process: what it does over HTTP, without the sockets. */
export function gatewayInProcess(
  sandbox: PaymentSandbox,
  { secretKey, webhookSecret, clock }: Pick<StripeGatewayOptions, 'secretKey' | 'webhookSecret' | 'clock'>,
): StripeGateway {
  return stripeGateway({ secretKey, webhookSecret, clock, httpClient: clientOf(sandbox), maxNetworkRetries: 0 });
}

function clientOf(sandbox: PaymentSandbox): HttpClient {
  let requests = 0;
  return {
    getClientName: () => 'in-process',
    async makeRequest(_host, _port, address, method, headers, body) {
      const [path = '', query = ''] = address.split('?');
      const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
      const given = sandbox.ask({
        method,
        path,
        requestId: `req_${++requests}`,
        authorization: header('Authorization'),
        idempotencyKey: header('Idempotency-Key'),
        params: fieldsOf(method === 'GET' ? query : body),
      });
      if (!given || given.isKeptBack) throw new Error('The answer was lost.');
      const { body: sent } = given;
      return answeredOnce({
        getStatusCode: () => given.status,
        getHeaders: () => ({ 'request-id': `req_${requests}` }),
        getRawResponse: () => given,
        toStream: () => Readable.from([typeof sent === 'string' ? sent : JSON.stringify(sent)]),
        // As if it had been sent: the package writes into what it gets, and the sandbox keeps answers for their keys.
        toJSON: async () => (typeof sent === 'string' ? JSON.parse(sent) : structuredClone(sent)),
      });
    },
  };
}
