import { expect } from 'vitest';
import type { Till } from '../../../backend/testing/deciding/till.ts';
import { isBalanced } from '../read-models/books.ts';

const minute = 60_000;

export const intentOf = (secret: string) => secret.split('_secret_')[0] ?? '';

/** Orders that are paid together, and what their intent is called. */
export async function paid(till: Till, prices: readonly number[] = [1999], card?: string) {
  const ids: string[] = [];
  for (const price of prices) ids.push(await till.order(price));
  const secret = await till.begin(ids);
  expect(till.pay(secret, card)).toBe(true);
  await hear(till);
  return { ids, id: ids[0] ?? '', intentId: intentOf(secret) };
}

/** All messages of the provider's so far come, and everything follows. */
export async function hear(till: Till) {
  for (const message of till.messages()) await till.receive(message).catch(() => undefined);
  await till.react();
}

/** Banks do what is pending, which takes them two minutes here, and it is heard. */
export async function goThrough(till: Till) {
  till.later(2 * minute);
  till.sandbox.settleDue();
  await hear(till);
}

/** A bank does not take the latest refund of an intent, and it is heard. Tells which refund of the shop's that was. */
export async function failAtTheBank(till: Till, intentId: string): Promise<string> {
  const [made] = till.store.list('refunds', { intentId, limit: 1 });
  till.dashboard.settleRefund(made?.id ?? '', 'failed');
  await hear(till);
  const [failed] = await till.failedRefunds();
  return failed?._id ?? '';
}

export const refundsAt = (till: Till, intentId: string) =>
  till.store.list('refunds', { intentId, limit: 100 }).map(({ amount, status }) => `${amount} ${status}`);

export const statusOf = async (till: Till, id: string) => (await till.stateOf(id)).status;

export async function expectBooks(till: Till, expected: object) {
  const books = await till.books();
  expect(books).toMatchObject(expected);
  expect(books && isBalanced(books)).toBe(true);
}
