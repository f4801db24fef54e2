import { getEventListeners } from 'node:events';
import { expect, it, vi } from 'vitest';
import { reactor } from '../../../modules/kernel/reactor.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { type Counted, count } from '../../testing/counters.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { ParkedEvents } from '../parked/parked-events.ts';
import { ReactionTries } from './reaction-tries.ts';

it('leaves nobody listening for the end of the shop once an operator has decided about an event', async () => {
  const { store } = openedStores();
  await count(store, 'a', 1);
  const [event] = await store.readStream('counter-a');
  if (!event) throw new Error('Nothing was counted.');
  let isWrong = true;
  const noting = reactor<Counted>({
    name: 'noting',
    awaited: false,
    whenFailing: 'stop',
    on: {
      Counted: async () => {
        if (isWrong) throw new TypeError('no such thing');
        return undefined;
      },
    },
  });
  const parked = new ParkedEvents(store);
  const tries = new ReactionTries(noting, { parked, log: openLog('silent'), pace: { first: 1, most: 1 } });
  const { signal } = new AbortController();
  const isDone = tries.untilDone(event, signal, () => {});
  const listening = () => getEventListeners(signal, 'abort').length;
  for (const isTheLast of [false, false, true]) {
    await vi.waitFor(() => expect(parked.entries).toMatchObject([{ state: 'parked' }]), 30_000);
    await vi.waitFor(() => expect(listening()).toBe(1));
    isWrong = !isTheLast;
    await new ParkedEvents(store).retry(event.id);
    await parked.load();
    tries.reconsider();
  }
  expect(await isDone).toBe(true);
  expect(listening()).toBe(0);
});
