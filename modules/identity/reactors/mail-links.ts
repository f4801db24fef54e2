import { streamOf } from '../../kernel/aggregate.ts';
import { becauseOf, type Commands } from '../../kernel/commands.ts';
import { Conflict } from '../../kernel/errors.ts';
import type { Mailing } from '../../kernel/mails.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import { accountIdIn } from '../accounts/account.ts';
import type { AccountChanges } from '../accounts/account-changes.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { AccountOpened, LinkUsed, RecoveryAsked } from '../events.ts';
import { type Links, linkLifetime, wantedOf } from '../links/links.ts';
import { type FindNobody, findNobody, recovery } from '../links/recovery.ts';

/**
 * Has links mailed: to whoever forgot a password, if there is anybody of that address, and to whoever has just signed up. No answer
 * waits for it: how long it takes would tell who has an account. Where nobody has the address that is written down, and a mail is claimed
 * for nobody: else positions would tell it, which everybody is shown. What is older than a link is good is let be, so that a log of
 * years asks nobody anything.
 */
export function mailLinks(deps: {
  commands: Commands;
  accounts: Accounts;
  links: Links;
  mailing: Mailing;
  now: () => Date;
}): Reactor {
  const { commands, accounts, links, mailing, now } = deps;
  const isLate = (time: string) => new Date(time).getTime() + linkLifetime <= now().getTime();
  return reactor<RecoveryAsked | AccountOpened>({
    name: 'mail-links',
    awaited: false,
    on: {
      async RecoveryAsked(event) {
        if (isLate(event.meta.time)) return undefined;
        const holder = await accounts.findAt(event.data.accountIds);
        if (!holder) {
          const [accountId = ''] = event.data.accountIds;
          const find: FindNobody = { type: 'FindNobody', accountId };
          const id = event.stream.slice(streamOf(recovery, '').length);
          return (await commands.execute(recovery, id, becauseOf(event, 'mail-link'), find, findNobody)).position;
        }
        const wanted = wantedOf(holder, 'recover');
        return (await links.request(wanted, becauseOf(event, 'mail-link'), new Date(event.meta.time))).position;
      },
      async AccountOpened(event) {
        if (!mailing.isSent || isLate(event.meta.time) || event.meta.actor.role === 'system') return undefined;
        const { uid } = event.data;
        const holder = await accounts.find({ uid, accountId: accountIdIn(event.stream) });
        if (!holder || holder.isProved) return undefined;
        return (await links.request(wantedOf(holder, 'prove'), becauseOf(event, 'mail-link'))).position;
      },
    },
  });
}

/**
 * Finishes what a used link was for, the proof of an email or its change: the browser that used it may be gone, or the node. A new
 * password is with nobody but them.
 */
export function finishEmailChange({ links, changes }: { links: Links; changes: AccountChanges }): Reactor {
  return reactor<LinkUsed>({
    name: 'finish-email-change',
    awaited: false,
    on: {
      async LinkUsed(event) {
        const link = await links.at(event.stream);
        if (link === undefined || link.purpose === 'recover') return undefined;
        const context = becauseOf(event, 'finish-email-change');
        try {
          if (link.purpose === 'prove') return (await changes.prove(link, context)).position;
          return (await changes.changeEmail(link, context, new Date(event.meta.time))).position;
        } catch (reason) {
          // Somebody else has the address by now, or the account is another: whoever used the link was told so.
          if (reason instanceof Conflict) return undefined;
          throw reason;
        }
      },
    },
  });
}
