import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../../doubles/sandbox-memory-store.ts';
import { newIntent } from '../objects/intent.ts';
import type { Refund } from '../objects/refund.ts';
import { sqliteStore } from './sqlite-store.ts';
import type { Message, RecordedAnswer, SandboxStore } from './store.ts';

const intent = newIntent({
  id: 'pi_1',
  clientSecret: 'pi_1_secret_1',
  amount: 500,
  currency: 'usd',
  metadata: { bookingId: 'b1' },
  created: 1,
});
const refund: Refund = {
  id: 're_1',
  intentId: 'pi_1',
  chargeId: 'ch_1',
  paymentMethodId: 'pm_1',
  amount: 500,
  currency: 'usd',
  metadata: {},
  status: 'succeeded',
  created: 1,
};
const answer: RecordedAnswer = {
  key: 'k',
  endpoint: 'POST /v1/refunds',
  fingerprint: 'f',
  requestId: 'req_1',
  status: 200,
  body: { id: 're_1' },
  at: 1000,
};
const message = (id: string, dueAt: number): Message => ({ id, payload: '{}', created: 1, attempts: 0, dueAt });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.each([
  ['in memory', memoryStore],
  ['in SQLite', () => sqliteStore(join(folder, 'sandbox.db'))],
])('a store %s', (_, open: () => SandboxStore) => {
  let store: SandboxStore;
  beforeEach(() => {
    store = open();
  });
  afterEach(() => store.close());

  it('gives back what was saved, the newest of it', () => {
    store.saveIntent(intent);
    store.saveIntent({ ...intent, amount: 600 });
    store.saveRefund(refund);
    store.saveAnswer(answer);
    expect(store.intent('pi_1')?.amount).toBe(600);
    expect(store.refund('re_1')).toEqual(refund);
    expect(store.answer('k')).toEqual(answer);
    expect([store.intent('pi_2'), store.refund('re_2'), store.answer('l')]).toEqual([undefined, undefined, undefined]);
  });

  it('keeps all of a transaction or nothing of it', () => {
    store.atomically(() => store.saveMessage(message('kept', 1)));
    expect(() =>
      store.atomically(() => {
        store.saveIntent(intent);
        store.saveRefund(refund);
        store.saveAnswer(answer);
        store.dropMessage('kept');
        throw new Error('halfway');
      }),
    ).toThrow('halfway');
    expect([store.intent('pi_1'), store.refund('re_1'), store.answer('k')]).toEqual([undefined, undefined, undefined]);
    expect(store.waitingMessages(9)).toEqual([message('kept', 1)]);
    expect(store.atomically(() => 'works again')).toBe('works again');
  });

  it('hands out messages in the order they are due, until they are dropped', () => {
    for (const [id, due] of [
      ['late', 30],
      ['first', 10],
      ['second', 20],
    ] as const)
      store.saveMessage(message(id, due));
    expect(store.waitingMessages(2).map(({ id }) => id)).toEqual(['first', 'second']);
    store.saveMessage({ ...message('first', 40), attempts: 1 });
    store.dropMessage('second');
    expect(store.waitingMessages(9)).toEqual([message('late', 30), { ...message('first', 40), attempts: 1 }]);
  });

  it('forgets answers that are older', () => {
    store.saveAnswer(answer);
    store.forgetAnswersBefore(1000);
    expect(store.answer('k')).toBeDefined();
    store.forgetAnswersBefore(1001);
    expect(store.answer('k')).toBeUndefined();
  });
});
