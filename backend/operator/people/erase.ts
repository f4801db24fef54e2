import { accountStream, type OpenAccount } from '../../../modules/identity/accounts/accounts.ts';
import type { PersonForgotten } from '../../../modules/identity/contract.ts';
import { Bulkhead } from '../../../modules/kernel/concurrency/bulkhead.ts';
import { isOfOneStream, NotFound, Unavailable } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { saidOf } from '../../../modules/kernel/history.ts';
import { forgetBecauseOf } from '../../../modules/people/forget-person.ts';
import { backOff } from '../../runtime/retries/back-off.ts';
import { pause } from '../../runtime/time/pause.ts';
import { isAbout } from '../../start/preflight/forget-again.ts';
import { readConfig } from '../../start/settings/config.ts';
import { openModules } from '../open-modules.ts';
import type { Run } from '../run.ts';

/** Back-off while the shop beside reads what is to be taken off the disk, in milliseconds. */
const eraseAgain = { first: 50, most: 500 };
const mostTries = 30;

/**
 * Forgets a person for good, beside a running shop or while it is closed. Said again it goes on where it was broken off, and done twice it is
 * done once.
 * @throws NotFound when nobody has that email, or had it last; Conflict for the last admin, who has to stay as by `DELETE /me`; Unavailable where
 * something of theirs cannot be read: all else is forgotten.
 */
export async function erase(email: string, run: Run): Promise<string> {
  const by = run.by();
  const wired = await openModules(readConfig(process.env), { run });
  const { accounts } = wired.identity;
  try {
    await wired.catchUp();
    const happened = (accountId: string) => wired.store.readStream(accountStream(accountId));
    const forget = async ({ uid, accountId, email }: OpenAccount) => {
      await wired.users.people.letGo(uid, by);
      await accounts.forget({ uid, email }, by);
      const said = (await happened(accountId)).find((event) => isAbout(event, uid));
      if (!said) throw new Unavailable('The account has just moved. Please try again.');
      return said;
    };
    const holder = await accounts.findByEmail(email);
    // Whoever was forgotten by a command that was broken off has no account by now, and may be on the disk still.
    const said = holder ? await forget(holder) : whoWasForgottenLast(await happened(await accounts.lastPlaceOf(email)));
    if (!said) throw new NotFound('No account has that email.');
    await wired.catchUp();
    const bulkhead = new Bulkhead();
    await bulkhead.hold(untilDone(() => forgetBecauseOf(wired.forgetting, said)));
    await wired.catchUp();
    await wired.dropUnfed(said.position);
    await untilDone(() => wired.readModels.wipe());
    refuseUnread(bulkhead);
  } finally {
    await wired.close();
  }
  const stores = [
    process.env.EVENT_STORE ? ' EventStoreDB keeps the bytes of their sealed key until a scavenge: start one.' : '',
    process.env.READ_MODELS ? ' If Redis writes a file, have it written anew (BGREWRITEAOF, BGSAVE).' : '',
  ].join('');
  return `They are forgotten: account, profile, and the names in their orders and reviews.${stores} Backups from before still hold them.`;
}

const isForgotten = (event: StoredEvent): event is StoredEvent<PersonForgotten> => event.type === 'PersonForgotten';

/** How whoever has an account may leave its place. */
const leaves: readonly string[] = ['PersonForgotten', 'EmailChanged', 'AccountMovedOut'];

/** Nobody where its last holder went elsewhere: they are still known, whoever was forgotten there before them. */
function whoWasForgottenLast(happened: readonly StoredEvent[]): StoredEvent<PersonForgotten> | undefined {
  const last = happened.findLast(({ type }) => leaves.includes(type));
  return last && isForgotten(last) ? last : undefined;
}

/** @throws SomeNotDone, in the operator's words, where something of theirs could not be read */
function refuseUnread(bulkhead: Bulkhead): void {
  try {
    bulkhead.end();
  } catch (reason) {
    const left = 'They are not forgotten whole: what could not be read of theirs is left, and so is their key';
    throw new Unavailable(`${left}. Please say this again once it can be. ${saidOf(reason)}`, { cause: reason });
  }
}

/** What the disk still holds is tried again while somebody reads it. */
async function untilDone(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return;
    } catch (reason) {
      if (!(reason instanceof Unavailable) || isOfOneStream(reason) || tries >= mostTries) throw reason;
      await pause(backOff(tries, eraseAgain));
    }
  }
}
