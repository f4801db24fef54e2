import { unlessUnread } from '../../../modules/identity/accounts/unread-accounts.ts';
import type { PersonForgotten } from '../../../modules/identity/contract.ts';
import { Bulkhead } from '../../../modules/kernel/concurrency/bulkhead.ts';
import { type DamagedStream, isOfOneStream, NotFound, Unavailable } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { saidOf } from '../../../modules/kernel/history.ts';
import { forgetBecauseOf } from '../../../modules/people/forget-person.ts';
import { backOff } from '../../runtime/retries/back-off.ts';
import { pause } from '../../runtime/time/pause.ts';
import { isAbout, isPersonForgotten } from '../../start/preflight/forget-again.ts';
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
  const { accounts, holders } = wired.identity;
  let isClosed = false;
  try {
    await wired.catchUp();
    // An account that cannot be read is forgotten all the same.
    const happened = (stream: string) => wired.store.readStream(stream, { damaged: 'told', whole: false });
    const forget = async ({ uid, email }: { uid: string; email: string }) => {
      await wired.users.people.letGo(uid, by);
      const { stream } = await accounts.forget({ uid, email }, by);
      const said = (await happened(stream)).find((event) => isAbout(event, uid));
      if (!said) throw new Unavailable('The account has just moved. Please try again.');
      return said;
    };
    let unread: DamagedStream | undefined;
    const holder = await unlessUnread(holders.ownerOf(email), (reason) => {
      unread = reason;
    });
    // Whoever was forgotten by a command that was broken off has no account by now, and may be on the disk still.
    const said = holder
      ? await forget(holder)
      : whoWasForgottenLast(await happened(await accounts.lastStreamOf(email)));
    if (!said) throw unread ?? new NotFound('No account has that email.');
    await wired.catchUp();
    const bulkhead = new Bulkhead();
    await bulkhead.hold(untilDone(() => forgetBecauseOf(wired.forgetting, said)));
    await wired.catchUp();
    await wired.dropUnfed(said.position);
    await untilDone(() => wired.readModels.wipe());
    refuseUnread(bulkhead);
    isClosed = (await unlessUnread(wired.store.readStream(said.stream))) !== undefined;
  } finally {
    await wired.close();
  }
  const left = [
    isClosed
      ? ''
      : ' Their account cannot be read: nobody can sign in to it, and it is closed at the moment at which it can be.',
    process.env.EVENT_STORE ? ' EventStoreDB keeps the bytes of their sealed key until a scavenge: start one.' : '',
    process.env.READ_MODELS ? ' If Redis writes a file, have it written anew (BGREWRITEAOF, BGSAVE).' : '',
  ].join('');
  return `They are forgotten: account, profile, and the names in their orders and reviews.${left} Backups from before still hold them.`;
}

/** How whoever has an account may come to its place, and leave it. */
const comings: readonly string[] = ['AccountOpened', 'AccountOpenedThrough', 'AccountMovedIn'];
const leavings: readonly string[] = ['PersonForgotten', 'EmailChanged', 'AccountMovedOut'];

/**
 * Nobody where its last holder went elsewhere, or, as far as can be read, is there: they are still known, whoever was forgotten there
 * before them.
 */
function whoWasForgottenLast(happened: readonly StoredEvent[]): StoredEvent<PersonForgotten> | undefined {
  const last = happened.findLast(({ type }) => comings.includes(type) || leavings.includes(type));
  return last && isPersonForgotten(last) ? last : undefined;
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
