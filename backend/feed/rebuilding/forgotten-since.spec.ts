import { expect, it, vi } from 'vitest';
import { start } from '../../../modules/kernel/event-store.ts';
import { count, countersOf, newEvent } from '../../testing/counters.ts';
import { caughtUp } from '../../testing/deciding/caught-up.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { ParkedEvents } from '../parked/parked-events.ts';
import { ProjectionRunner } from '../projection-runner.ts';

/** A machine with read models of its own, which is started and stopped; others go on beside it. */
function machine() {
  const { store, readModels } = openedStores();
  const wipe = vi.spyOn(readModels, 'wipe');
  const makeAnew = vi.fn(async (_: readonly string[]) => {});
  return {
    wipe,
    makeAnew,
    park: async () => {
      const event = { id: 'e1', type: 'Counted', stream: 'counter-a', revision: 0n, position: 1n };
      const unhandled = { event, reason: 'odd', state: 'parked', stops: false, document: 'a' } as const;
      await new ParkedEvents(store).keep('projection:counters.v1', [unhandled]);
    },
    happens: () => count(store, 'a', 1),
    /** Somebody was forgotten, and the other machines have taken them off their disks. */
    forget: () =>
      store.append('subject-key-u1', 'any', [newEvent({ type: 'SubjectKeyDestroyed', data: { uid: 'u1' } })]),
    /** It comes up to the log, and is killed there. */
    async comes() {
      const runner = new ProjectionRunner([countersOf()], readModels, store);
      await caughtUp(runner, store);
      await runner.record();
    },
    async runs() {
      const runner = new ProjectionRunner([countersOf()], readModels, store, undefined, undefined, makeAnew);
      await caughtUp(runner, store);
      const prepare = () => runner.prepare((work) => work());
      for (let looks = 0; looks < 2; looks++) await prepare().catch(() => {});
      await runner.record();
    },
  };
}

it('whoever was forgotten while a machine was away is taken off its disk once it is back, once', async () => {
  const { wipe, happens, forget, runs } = machine();
  await happens();
  await runs();
  expect(wipe).not.toHaveBeenCalled();
  await forget();
  await happens();
  await runs();
  expect(wipe).toHaveBeenCalledOnce();
  await runs();
  expect(wipe).toHaveBeenCalledOnce();
});

it('is taken off also where the machine was killed just when it had come up to the log', async () => {
  const { wipe, happens, forget, comes, runs } = machine();
  await happens();
  await runs();
  await forget();
  await happens();
  await comes();
  await comes();
  await runs();
  expect(wipe).toHaveBeenCalledOnce();
  await runs();
  expect(wipe).toHaveBeenCalledOnce();
});

it('a document that stays as it is because of a parked event is made anew then: it would keep them', async () => {
  const { makeAnew, park, happens, forget, runs } = machine();
  await happens();
  await park();
  await runs();
  expect(makeAnew).not.toHaveBeenCalled();
  await forget();
  await runs();
  expect(makeAnew.mock.calls).toEqual([[['counters.v1']]]);
});

it('is tried again where others read at that moment', async () => {
  const { wipe, happens, forget, runs } = machine();
  await happens();
  await runs();
  await forget();
  await happens();
  wipe.mockRejectedValueOnce(new Error('The read models are being read.'));
  await runs();
  expect(wipe).toHaveBeenCalledTimes(2);
});

it('nobody is taken off a disk that never had them', async () => {
  const { wipe, happens, forget, runs } = machine();
  expect(await happens()).toBeGreaterThan(start);
  await forget();
  await runs();
  expect(wipe).not.toHaveBeenCalled();
});
