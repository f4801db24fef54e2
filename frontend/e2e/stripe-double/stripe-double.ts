import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import type { Page, Route } from 'playwright-core';
import { memoryStore } from '../../../backend/doubles/sandbox-memory-store.ts';
import { paymentSandbox } from '../../../backend/payments/sandbox/payment-sandbox.ts';

const keys = {
  secretKey: 'sk_test_double0123456789',
  publishableKey: 'pk_test_double0123456789',
  webhookSecret: 'whsec_double0123456789',
};

/** With which a shop takes cards through Stripe. */
export const stripeSettings = {
  STRIPE_SECRET_KEY: keys.secretKey,
  STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
  STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
};

export type StripeDouble = {
  /** In the place of https://api.stripe.com, for the shop's server. */
  readonly api: string;
  /** Answers a page in the place of Stripe's hosts. */
  readonly install: (page: Page) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** What answers in the place of Stripe: the sandbox as its API, and a Stripe.js that calls it. */
export async function openStripeDouble(shop: () => string): Promise<StripeDouble> {
  const sandbox = paymentSandbox({
    ...keys,
    store: memoryStore(),
    webhookUrl: () => `${shop()}/payments/webhook`,
    onFault: (fault) => {
      throw fault;
    },
  });
  const server = createServer(express().use(sandbox.router)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const api = `http://127.0.0.1:${port}`;
  sandbox.start();
  return {
    api,
    async install(page) {
      await page.route('https://js.stripe.com/**', (route) => sendFile(route));
      await page.route('https://hooks.stripe.com/**', (route) => sendFile(route));
      await page.route('https://checkout.link.com/**', (route) => sendFile(route));
      await page.route('https://api.stripe.com/**', (route) => passOn(route, api));
    },
    async close() {
      await sandbox.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function sendFile(route: Route): Promise<void> {
  const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
  const contentType = name.endsWith('.js') ? 'text/javascript' : 'text/html';
  await route.fulfill({ contentType, body: await readFile(join(import.meta.dirname, name)) });
}

/** Playwright would follow the page's name for the host, which resolves to nothing here. */
async function passOn(route: Route, api: string): Promise<void> {
  const { pathname, search } = new URL(route.request().url());
  const body = route.request().postData();
  const response = await fetch(`${api}${pathname}${search}`, {
    method: route.request().method(),
    ...(body !== null && { body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
  });
  await route.fulfill({
    status: response.status,
    contentType: 'application/json',
    headers: { 'Access-Control-Allow-Origin': '*' },
    body: await response.text(),
  });
}
