import { expect, it, onTestFinished } from 'vitest';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import { applyUntil, expectApplied } from '../../read-models/contract/applying.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { readConfig } from '../../start/settings/config.ts';
import { madeAnewIn } from '../../start/stores/made-anew-in.ts';
import { openReadModels } from '../../start/stores/stores.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { ParkedEvents } from '../parked/parked-events.ts';
import { makeHeldDocumentsAnew } from './held-documents.ts';

it('read models with a document that is held are refused while they are made anew, and not shown as if there was nothing', async () => {
  const { store } = openedStores();
  const [config, log] = [readConfig({ DATA_DIR: temporaryFolder() }), openLog('silent')];
  const shown = await openReadModels(config, log, { follows: true });
  onTestFinished(() => shown.close());
  for (const name of ['held.v1', 'other.v1']) await applyUntil(shown, name, 5n);
  await shown.get('held.v1', 'total');
  const file = await openReadModels(config, log);
  onTestFinished(() => file.close());
  await expect.poll(() => file.checkpoint('held.v1')).toBe(5n); // It is written behind what is shown.
  const event = { id: 'e1', type: 'Counted', stream: 'counter-a', revision: 0n, position: 1n };
  const unhandled = { event, reason: 'odd', state: 'parked', stops: false, document: 'a' } as const;
  await new ParkedEvents(store).keep('projection:held.v1', [unhandled]);
  await makeHeldDocumentsAnew(store, madeAnewIn(config, log));
  await expect.poll(() => shown.checkpoint('held.v1')).toBeUndefined();
  await expect(shown.get('held.v1', 'total')).rejects.toThrow(Unavailable);
  await expectApplied(shown, 'other.v1', 5n);
});
