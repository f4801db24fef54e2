import { afterEach, expect, it, vi } from 'vitest';
import { shopUnderTest } from '../shop-under-test.ts';

const perAddress = 30;
const shop = shopUnderTest({ RATE_LIMIT_ADDRESS: `${perAddress}`, TRUST_PROXY: '1' });

afterEach(() => void vi.useRealTimers());

/** Sets the machine's clock, and nothing that elapses. */
function setClockBy(milliseconds: number): void {
  const now = Date.now() + milliseconds;
  vi.useFakeTimers({ toFake: ['Date'], now });
}

it('a clock that is set back keeps nobody out for longer than a minute', async () => {
  const headers = { 'x-forwarded-for': '2001:db8:7::1' };
  const call = () => shop.nobody.get('/config', { headers });
  setClockBy(3_600_000);
  expect((await call()).status).toBe(200);
  vi.useRealTimers();
  for (let n = 1; n < perAddress; n++) await call();
  const refused = await call();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
});
