import { describe, expect, it } from 'vitest';
import { stored } from '../../backend/testing/stored.ts';
import type { PersonForgotten } from '../identity/contract.ts';
import { DamagedStream, isOfOneStream, Unavailable } from '../kernel/errors.ts';
import type { Holdings } from '../kernel/holdings.ts';
import { type Forgetting, forgetBecauseOf } from './forget-person.ts';

const forgotten: PersonForgotten = { type: 'PersonForgotten', data: { uid: 'u1' } };
const event = stored(forgotten, { stream: 'account-a1', position: 7n });

/** What is done, in its order; and at which step, if any, the shop crashes. */
function steps() {
  const done: string[] = [];
  let crashesAt = Number.POSITIVE_INFINITY;
  const step = (what: string, context?: { commandId: string }) => {
    if (done.length >= crashesAt) throw new Unavailable('Crashed.');
    done.push(context ? `${what} ${context.commandId}` : what);
  };
  const holding = (name: string) => ({
    name,
    of: async () => null,
    async forget(uid: string, context: { commandId: string }) {
      step(`${name} of ${uid}`, context);
      return 8n;
    },
  });
  const forgetting: Forgetting = {
    holdings: [holding('profile'), holding('orders'), holding('reviews')],
    register: async ({ uid, stream, position }) => step(`register ${uid} ${stream} ${position}`),
    async destroyKey(uid) {
      step(`key of ${uid}`);
      return 9n;
    },
  };
  const crashAt = (at: number) => {
    crashesAt = at;
  };
  return { done, forgetting, crashAt };
}

describe('forgetting a person', () => {
  it('begins with the register, and ends with the key', async () => {
    const { done, forgetting } = steps();
    expect(await forgetBecauseOf(forgetting, event)).toBe(9n);
    expect(done.map((what) => what.split(' ').slice(0, 3).join(' '))).toEqual([
      'register u1 account-a1',
      'profile of u1',
      'orders of u1',
      'reviews of u1',
      'key of u1',
    ]);
  });

  it.each([0, 1, 2, 3, 4])('goes on after a crash at step %i, with the same commands', async (at) => {
    const { done, forgetting, crashAt } = steps();
    crashAt(at);
    await expect(forgetBecauseOf(forgetting, event)).rejects.toThrow('Crashed.');
    crashAt(Number.POSITIVE_INFINITY);
    const before = [...done];
    await forgetBecauseOf(forgetting, event);
    const again = done.slice(before.length);
    expect(again).toHaveLength(5);
    expect(again.slice(0, at)).toEqual(before);
  });

  it('forgets all else where something cannot be read, keeps the key, and is tried again', async () => {
    const { done, forgetting } = steps();
    const [profile, orders, ...rest] = forgetting.holdings as [Holdings, Holdings, ...Holdings[]];
    const damaged: Holdings = {
      ...orders,
      forget: async () => {
        throw new DamagedStream('booking-b1', 'It is broken.');
      },
    };
    const failure = await forgetBecauseOf({ ...forgetting, holdings: [profile, damaged, ...rest] }, event).catch(
      (reason: unknown) => reason,
    );
    expect(String(failure)).toContain('booking-b1');
    expect([failure instanceof Unavailable, isOfOneStream(failure)]).toEqual([true, true]);
    expect(done.map((what) => what.split(' ')[0])).toEqual(['register', 'profile', 'reviews']);
  });
});
