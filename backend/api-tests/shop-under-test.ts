import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { demoAdmin, demoPassword } from '../start/demo/seed.ts';
import { ApiClient, inspectReplies, signIn, signUp } from '../testing/api-client.ts';
import { freePorts } from '../testing/redis/free-ports.ts';
import { type RunningShop, type ShopDoubles, startShop } from '../testing/running-shop.ts';
import { storesUnderTest } from '../testing/shops/stores-under-test.ts';
import { expectDescribed } from './http/described.ts';

/** What the payment provider signs its messages with, in every shop under test. */
export const webhookSecret = 'whsec_of_the_shops_under_test';

/** A shop with the demo's data, and people who call it. */
export type ShopUnderTest = {
  readonly origin: string;
  readonly dataDir: string;
  /** Without a token. */
  readonly nobody: ApiClient;
  readonly shopper: ApiClient;
  readonly other: ApiClient;
  readonly admin: ApiClient;
};

/**
 * Opens one shop for all tests of a spec file, and closes it after them. It is there once the tests run. Whatever they ask,
 * of this shop or another, each answer must be one that the OpenAPI document describes.
 */
export function shopUnderTest(
  environment: Readonly<Record<string, string>> = {},
  replacements?: ShopDoubles,
): ShopUnderTest {
  let open: { shop: RunningShop; people: readonly [ApiClient, ApiClient, ApiClient] } | undefined;
  let endInspection = () => {};

  beforeAll(async () => {
    endInspection = inspectReplies(expectDescribed);
    const shop = await openShop(environment, replacements);
    const people = await Promise.all([
      signUp(shop.origin),
      signUp(shop.origin, 'Another Shopper'),
      signIn(shop.origin, demoAdmin.email, demoPassword),
    ]);
    open = { shop, people };
  });
  afterAll(async () => {
    endInspection(); // The next spec file in this process may be about something else.
    await open?.shop.end();
  });

  function opened() {
    if (!open) throw new Error('The shop is open only while tests run.');
    return open;
  }
  return {
    get origin() {
      return opened().shop.origin;
    },
    get dataDir() {
      return opened().shop.dataDir;
    },
    get nobody() {
      return new ApiClient(opened().shop.origin);
    },
    get shopper() {
      return opened().people[0];
    },
    get other() {
      return opened().people[1];
    },
    get admin() {
      return opened().people[2];
    },
  };
}

/** A second node of such a shop, on a port of its own, for all tests of the spec file. */
export function secondNodeOf(shop: ShopUnderTest, replacements?: ShopDoubles): { readonly origin: string } {
  let node: RunningShop | undefined;
  beforeAll(async () => {
    const [port] = await freePorts(1);
    node = await openShop({ DATA_DIR: shop.dataDir, PORT: String(port) }, replacements);
  });
  afterAll(() => node?.close());
  return {
    get origin() {
      if (!node) throw new Error('The node is open only while tests run.');
      return node.origin;
    },
  };
}

/**
 * One more shop on stores under test of its own, or a node of the shop whose DATA_DIR is given; with the demo's data,
 * and for a test to end.
 */
export async function openShop(environment: Readonly<Record<string, string>> = {}, replacements?: ShopDoubles) {
  const dataDir = environment.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'inventory-'));
  const settings = { ...(await storesUnderTest(dataDir)), SEED: 'demo', STRIPE_WEBHOOK_SECRET: webhookSecret };
  return startShop({ ...settings, ...environment, DATA_DIR: dataDir }, { passwords: quickPasswords, ...replacements });
}
