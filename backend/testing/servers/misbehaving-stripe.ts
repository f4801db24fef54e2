import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import express from 'express';
import { memoryStore } from '../../doubles/sandbox-memory-store.ts';
import type { Fault } from '../../payments/sandbox/faults.ts';
import type { SandboxStore } from '../../payments/sandbox/keeping/store.ts';
import { paymentSandbox } from '../../payments/sandbox/payment-sandbox.ts';
import { keys } from './sandbox-under-test.ts';

/** How a provider misbehaves: what comes of a call to it, and of a message from it. */
export type Misbehaviour = {
  readonly fault: (call: string) => Fault | undefined;
  /** Milliseconds for which an answer is kept back after the call was carried out, and messages of it may have gone. */
  readonly answerAfter: () => number;
  /** After how many milliseconds a message comes: each number is once. */
  readonly messageAfter: () => readonly number[];
};

export type MisbehavingStripe = {
  /** Settings of a shop that takes this for Stripe, and the address of its API. */
  readonly settings: Readonly<Record<string, string>>;
  readonly api: string;
  readonly store: SandboxStore;
  /** How often it was called so: "POST /v1/refunds". */
  readonly calls: (call: string) => number;
  /** From now on all is well. */
  readonly mend: () => void;
  readonly close: () => Promise<void>;
};

/** The payment sandbox as a provider of its own, at an address of its own, between whose messages and the shop somebody stands. */
export async function startMisbehavingStripe(
  { fault, answerAfter, messageAfter }: Misbehaviour,
  { shop, clock }: { shop: () => string; clock: () => Date },
): Promise<MisbehavingStripe> {
  let isMended = false;
  const called = new Map<string, number>();
  const store = memoryStore();
  const app = express();
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = paymentSandbox({
    ...keys,
    store,
    clock,
    webhookUrl: () => `${origin}/post`,
    faults(call) {
      called.set(call, (called.get(call) ?? 0) + 1);
      return isMended ? undefined : fault(call);
    },
  });

  async function carry(body: string, signature: string): Promise<void> {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    for (let tries = 0; tries < 5; tries++) {
      const answer = await fetch(`${shop()}/payments/webhook`, { method: 'POST', headers, body }).catch(
        () => undefined,
      );
      await answer?.arrayBuffer();
      if (answer?.ok) return;
      await setTimeout(20);
    }
  }

  app.post('/post', express.raw({ type: '*/*' }), (request, response) => {
    const signature = String(request.get('Stripe-Signature'));
    for (const after of isMended ? [0] : messageAfter())
      void setTimeout(after).then(() => carry(String(request.body), signature));
    response.sendStatus(200);
  });
  app.use((_request, response, next) => {
    const end = response.end.bind(response);
    const after = isMended ? 0 : answerAfter();
    if (after > 0) {
      response.end = (...said: unknown[]) => {
        void setTimeout(after).then(() => Reflect.apply(end, response, said));
        return response;
      };
    }
    next();
  });
  app.use(sandbox.router);
  sandbox.start();

  return {
    settings: {
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    },
    api: origin,
    store,
    calls: (call) => called.get(call) ?? 0,
    mend: () => {
      isMended = true;
    },
    async close() {
      await sandbox.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
