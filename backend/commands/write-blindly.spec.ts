import { expect, it } from 'vitest';
import { DamagedStream } from '../../modules/kernel/errors.ts';
import { storedEvents } from '../../modules/kernel/stored-events.ts';
import { versionedEventStore } from '../event-store/versioned.ts';
import { contextOf } from '../testing/context.ts';
import { aCount, type Counted, counter } from '../testing/counters.ts';
import { by } from '../testing/deciding/handler-under-test.ts';
import { newEvent } from '../testing/deciding/new-event.ts';
import { openedStores } from '../testing/opened-stores.ts';
import { CommandHandler } from './command-handler.ts';

it('what rests on nothing that happened is appended where that cannot be read, once for each command', async () => {
  const { store: plain } = openedStores();
  const store = versionedEventStore(plain, new Map(storedEvents<Counted>({ Counted: { version: 1 } })));
  await plain.append('counter-a', 'none', [newEvent({ type: 'Counted', data: null })]);
  const commands = new CommandHandler({ store, now: () => new Date(), schemaOf: () => 1 });
  const count = (key: string, how?: { isBlind: true }) =>
    commands.execute(counter, 'a', contextOf(key), aCount, by(1), how);
  await expect(count('k1')).rejects.toThrow(DamagedStream);
  const first = await count('k1', { isBlind: true });
  expect(first).toMatchObject({ state: 1, events: [{ type: 'Counted' }] });
  expect(await count('k1', { isBlind: true })).toMatchObject({ position: first.position });
  await count('k2', { isBlind: true });
  const said = await store.readStream('counter-a', { damaged: 'told' });
  expect(said.slice(1)).toMatchObject([
    { data: { by: 1 }, position: first.position, meta: { commandId: contextOf('k1').commandId } },
    { meta: { commandId: contextOf('k2').commandId } },
  ]);
});
