import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningShop, startShop } from '../testing/running-shop.ts';

const secretKey = 'sk_test_of_this_shop';
let shop: RunningShop;
beforeAll(async () => {
  shop = await startShop({ PAYMENTS: 'sandbox', STRIPE_SECRET_KEY: secretKey });
});
afterAll(() => shop.end());

const disputes = async (key: string) => {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${shop.origin}/sandbox/stripe/v1/disputes`, { headers })).status;
};

describe('the sandbox', () => {
  it('takes the secret key of the settings for its own, for who tries things in it by hand', async () => {
    expect(await disputes(secretKey)).toBe(200);
    expect(await disputes(`${secretKey}_not`)).toBe(401);
  });
});
