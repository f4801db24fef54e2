import { expect, it } from 'vitest';
import { versionedEventStore } from '../../event-store/versioned.ts';
import { neverOlder } from '../../read-models/never-older.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { count } from '../../testing/counters.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { LogIdentity, logIdentity } from './log-identity.ts';
import { carefully, dropStrange } from './strange-read-models.ts';

const log = openLog('silent');

it('a start waits for a log that seems to have lost its end where a node that is behind may have been asked, and for no file', () => {
  const file = versionedEventStore(openedStores().store, new Map());
  expect(carefully({ store: file, log }).patience).toBe(0);
  const { foreign: _, ...onAServer } = file;
  expect(carefully({ store: onAServer, log }).patience).toBeGreaterThan(1_000);
});

it('read models of more than a log holds that was put back are shown once another node has made them anew, also by one that waited', async () => {
  const { store, readModels } = openedStores();
  const head = await count(store, 'a', 1);
  await readModels.commit('counters.v1', undefined, head + 1n, []);
  await new LogIdentity(store).identify(readModels);
  const shown = neverOlder(readModels);
  const doubted = Promise.withResolvers<void>();
  const opened = dropStrange(
    { store, readModels: shown, identity: new LogIdentity(store) },
    { patience: 600_000, doubted: doubted.resolve },
  );
  await doubted.promise;
  for (const name of ['counters.v1', logIdentity]) await readModels.drop(name);
  await opened;
  await readModels.commit('counters.v1', undefined, head, []);
  expect(await shown.get('counters.v1', 'a')).toMatchObject({ asOf: head });
});
