import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { PaymentMessage } from '../../../modules/payments/gateway.ts';
import { memoryStore } from '../../doubles/sandbox-memory-store.ts';
import { type StripeGateway, stripeGateway } from '../../payments/gateway.ts';
import type { Dashboard } from '../../payments/sandbox/dashboard.ts';
import type { Faults } from '../../payments/sandbox/faults.ts';
import type { SandboxStore } from '../../payments/sandbox/keeping/store.ts';
import { paymentSandbox } from '../../payments/sandbox/payment-sandbox.ts';

export const keys = {
  secretKey: 'sk_test_sandbox0123456789',
  publishableKey: 'pk_test_sandbox0123456789',
  webhookSecret: 'whsec_sandbox0123456789',
};

export type Received = { body: Buffer; signature: string | undefined; message: PaymentMessage };

export type SandboxUnderTest = {
  gateway: StripeGateway;
  /** A call as any HTTP client would make it; form fields are in Stripe's bracket notation. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  /** Tries to pay with a card number, as the browser does. */
  pay(clientSecret: string, card?: Record<string, string>): Promise<Reply>;
  /** What the webhook received, in order, whether it accepted it or not. */
  received: Received[];
  /** Faults of the sandbox that nobody injected. */
  unexpected: unknown[];
  dashboard: Dashboard;
  /** Ends the server and the sandbox. */
  stop(): Promise<void>;
};

type CallOptions = {
  key?: string;
  authorization?: string;
  idempotencyKey?: string;
  form?: Record<string, string>;
};

// The wire is untyped on purpose: specs say what they expect of it.
type Json = { [field: string]: unknown };
export type Reply = { status: number; headers: Headers; body: Json; error: Json };

type Options = {
  store?: SandboxStore;
  clock?: () => Date;
  /** The status the webhook answers the first, second and so on message with; undefined: no answer at all. */
  webhookAnswers?: (nth: number) => number | undefined;
  deliver?: boolean;
  faults?: Faults;
  laterAfter?: number;
  maxNetworkRetries?: number;
};

/** The sandbox mounted in a server of its own on an ephemeral port, with a webhook that reads through the gateway. */
export async function startSandbox(options: Options = {}): Promise<SandboxUnderTest> {
  const { store = memoryStore(), clock, webhookAnswers = () => 200, deliver = true, faults, laterAfter } = options;
  const { maxNetworkRetries = 0 } = options;
  const received: Received[] = [];
  const unexpected: unknown[] = [];
  const app = express();
  const server = createServer(app);
  const { port } = await listening(server);
  const origin = `http://127.0.0.1:${port}`;
  const gateway = stripeGateway({ ...keys, apiBase: () => `${origin}/sandbox/stripe`, maxNetworkRetries, clock });
  const sandbox = paymentSandbox({
    ...keys,
    store,
    clock,
    webhookUrl: () => `${origin}/webhook`,
    retryDelay: () => 5,
    onFault: (fault) => unexpected.push(fault),
    faults,
    laterAfter,
  });
  app.use('/sandbox/stripe', sandbox.router);
  app.post('/webhook', express.raw({ type: '*/*' }), (request, response) => {
    const signature = request.get('Stripe-Signature');
    received.push({ body: request.body, signature, message: gateway.readWebhook(request.body, signature) });
    const status = webhookAnswers(received.length);
    if (status !== undefined) response.location('/elsewhere').sendStatus(status);
  });
  app.all('/elsewhere', (_request, response) => {
    response.sendStatus(200);
  });
  if (deliver) sandbox.start();

  const call: SandboxUnderTest['call'] = async (method, path, { key, authorization, idempotencyKey, form } = {}) => {
    const headers = new Headers();
    if (authorization ?? key) headers.set('Authorization', authorization ?? `Bearer ${key}`);
    if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
    const body = form && new URLSearchParams(form);
    const response = await fetch(`${origin}/sandbox/stripe${path}`, { method, headers, body });
    const json: Json = await response.json();
    const error: Json = Object(json.error);
    return { status: response.status, headers: response.headers, body: json, error };
  };

  return {
    gateway,
    call,
    received,
    unexpected,
    dashboard: sandbox.dashboard,
    pay(clientSecret, card = {}) {
      const typed = { number: '4242424242424242', exp_month: '12', exp_year: '2050', cvc: '123', ...card };
      const fields = Object.entries(typed).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
      const form = { ...Object.fromEntries(fields), 'payment_method_data[type]': 'card', client_secret: clientSecret };
      const [id] = clientSecret.split('_secret_');
      return call('POST', `/v1/payment_intents/${id}/confirm`, { key: keys.publishableKey, form });
    },
    async stop() {
      await sandbox.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function listening(server: ReturnType<typeof createServer>): Promise<AddressInfo> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address;
}
