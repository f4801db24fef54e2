import { Bulkhead } from '../../../modules/kernel/concurrency/bulkhead.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { KeptKeys, KeyKind } from '../../start/keys/kept-keys.ts';
import { readConfig } from '../../start/settings/config.ts';
import type { Run } from '../run.ts';
import { historyOf, watched } from './copy-log.ts';

/** Moves what is under another key of a kind to the one that writes, by these keys, and says what that was. It may be broken off and done again. */
export async function moveToNewest(kind: Exclude<KeyKind, 'signing'>, kept: KeptKeys, run: Run): Promise<string> {
  // Only here: keys are printed, added and used without the shop's modules.
  const { openModules } = await import('../open-modules.ts');
  const wired = await openModules({ ...readConfig(process.env), IDENTITY_KEYS: JSON.stringify(kept) }, { run });
  const { signal } = run;
  try {
    const progress = run.progress(kind === 'wrapping' ? 'keys' : 'events');
    const reached = (done: number, of?: number) => progress.reached(done, of);
    if (kind === 'wrapping') return `${await wired.subjectKeys.rewrap({ signal, reached })} keys were wrapped anew.`;
    return `${await moveAccounts(wired, { signal, reached })} accounts are under the newest hash of their email.`;
  } finally {
    await wired.close();
  }
}

/** By which an account comes to a place, under the email that it says. */
const arrivals: ReadonlySet<string> = new Set(['AccountOpened', 'AccountOpenedThrough', 'AccountMovedIn']);

type Wired = {
  readonly store: EventStore;
  readonly identity: {
    readonly accounts: { findByEmail(email: string): Promise<{ readonly uid: string } | undefined> };
  };
};

/**
 * Looking for the account of an email moves it, as a sign-in does.
 * @throws SomeNotDone where one cannot be read: the others are moved
 */
export async function moveAccounts(
  { store, identity }: Wired,
  watching: { readonly signal: AbortSignal; readonly reached: (events: number) => void },
): Promise<number> {
  const open = new Set<string>();
  const bulkhead = new Bulkhead();
  for await (const { type, data } of watched(historyOf(store), watching)) {
    if (!arrivals.has(type)) continue;
    const holder = await bulkhead.hold(identity.accounts.findByEmail((data as { email: string }).email));
    if (holder) open.add(holder.uid);
  }
  bulkhead.end();
  return open.size;
}
