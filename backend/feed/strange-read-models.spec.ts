import { expect, it } from 'vitest';
import { versionedEventStore } from '../event-store/versioned.ts';
import { openLog } from '../runtime/log.ts';
import { openedStores } from '../testing/opened-stores.ts';
import { carefully } from './strange-read-models.ts';

const log = openLog('silent');

it('a start waits for a log that seems to have lost its end where a node that is behind may have been asked, and for no file', () => {
  const file = versionedEventStore(openedStores().store, new Map());
  expect(carefully({ store: file, log }).patience).toBe(0);
  const { foreign: _, ...onAServer } = file;
  expect(carefully({ store: onAServer, log }).patience).toBeGreaterThan(1_000);
});
