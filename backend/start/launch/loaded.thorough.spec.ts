import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { startShopProcess } from '../../testing/shop-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const noteLoaded = pathToFileURL(join(import.meta.dirname, '../../testing/shops/note-loaded.ts'));
const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

/** What nobody needs of a shop until they ask for it, or its settings do: most of them are megabytes. */
const notNeededYet = [
  '@eventstore/db-client',
  '@opentelemetry/sdk-trace',
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
  'commander',
  'ioredis',
  'nodemailer',
  'oidc-provider',
  'openid-client',
  'pdfkit',
  'prom-client',
  'qrcode',
  'sharp',
  'stripe',
];

/** A shop that has just been opened, with these settings: which packages it has loaded. */
async function open(settings: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  const noted = join(folder, 'loaded');
  const shop = await startShopProcess({
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    SEED: 'none',
    NODE_OPTIONS: `--import ${noteLoaded}`,
    NOTE_LOADED: noted,
    ...settings,
  });
  onTestFinished(async () => void (await shop.end('SIGTERM')));
  const urls = () => readFileSync(noted, 'utf8').split('\n');
  const ofNode = () => urls().filter((name) => name.startsWith('NativeModule '));
  const packages = () => new Set(urls().flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []));
  return { shop, urls, packages, ofNode };
}

it('a shop has loaded what it needs, and no package that nobody has asked for', async () => {
  const { packages, urls } = await open();
  expect(packages()).toContain('zod');
  expect(notNeededYet.filter((name) => packages().has(name))).toEqual([]);
  // Of the limiters those in memory, with what they are made of, and none for all the stores that there are.
  expect(urls().filter((url) => url.includes('/rate-limiter-flexible/')).length).toBeLessThan(8);
  // Each module is some kilobytes for good. More of them are no mistake in themselves: look which have come.
  expect(urls().length).toBeLessThan(1_500);
});

it('a shop has of Node what it needs, and not undici', async () => {
  const { shop, ofNode } = await open();
  await shop.end('SIGTERM');
  expect(ofNode()).toContain('NativeModule http');
  expect(ofNode()).not.toContain('NativeModule internal/deps/undici/undici');
});

it('the package of the payment provider comes when something is asked of the sandbox', async () => {
  const { shop, packages } = await open();
  const answer = await fetch(`${shop.origin}/payments/webhook`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(400);
  expect(packages()).toContain('stripe');
});

it('with the keys of a payment provider its package is there before the shop is open', async () => {
  const { packages } = await open(keys);
  expect(packages()).toContain('stripe');
});
