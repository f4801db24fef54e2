import type { IdentityModule } from '../../../modules/identity/index.ts';
import { Bulkhead } from '../../../modules/kernel/concurrency/bulkhead.ts';
import { BeingPrepared } from '../../../modules/kernel/errors.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { NodeFeed } from '../../feed/node-feed.ts';
import type { Log } from '../../runtime/logging/log.ts';
import { asFarAsReadable } from '../preflight/as-far-as-readable.ts';
import type { untilReachable } from '../stores/until-reachable.ts';

/** The record beside the log that says that all accounts of the demo's issuer were closed, and that it opened none since. */
const key = 'demo-issuer-closed';

type Parts = {
  readonly records: EventStore['records'];
  readonly identity: { readonly demoAccounts: Pick<IdentityModule['demoAccounts'], 'close'> };
  readonly feed: Pick<NodeFeed, 'whenShown'>;
  readonly whenReachable: ReturnType<typeof untilReachable>;
  readonly log: Log;
};

/** The demo's issuer opens accounts from now on. */
export async function demoIssuerOpens({ records, whenReachable }: Pick<Parts, 'records' | 'whenReachable'>) {
  await whenReachable('the start', async () => {
    if (await records.get(key)) await records.delete(key);
  });
}

/**
 * Closes the accounts that the demo's issuer opened, before anybody is answered by a shop with a real one. Only where there was
 * one already at the last start, so that none can be left, a list of them that is being made is not waited for. One that cannot be read
 * lets nobody in, and is closed at a start that can read it.
 */
export async function closeDemoIssuerAccounts({ records, identity, feed, whenReachable, log }: Parts): Promise<void> {
  const close = async () => {
    const bulkhead = new Bulkhead();
    await feed.whenShown(await identity.demoAccounts.close(bulkhead));
    bulkhead.end();
    if (!(await records.get(key))) await records.put(key, 'closed', 'any');
  };
  const what = 'closing the accounts of the demo’s issuer';
  const left = 'an account of the demo’s issuer cannot be read, and is closed at a start that can';
  const closeReadable = () => asFarAsReadable(log, left, close);
  await whenReachable(what, async () => {
    try {
      await closeReadable();
    } catch (reason) {
      if (!(reason instanceof BeingPrepared && (await records.get(key)))) throw reason;
      void whenReachable(what, closeReadable).catch(() => {});
    }
  });
}
