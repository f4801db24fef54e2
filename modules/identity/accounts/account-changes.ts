import type { Decide } from '../../kernel/aggregate.ts';
import type { CommandContext, Commands, Outcome } from '../../kernel/commands.ts';
import { ConfirmAgain, Conflict, Invalid, KeyUsedBefore } from '../../kernel/errors.ts';
import type { Mailing } from '../../kernel/mails.ts';
import type { Caller } from '../../kernel/route.ts';
import { isFreshProof } from '../../kernel/time/fresh-proof.ts';
import { changePassword, proveAddress, resetPassword } from '../commands/change-password.ts';
import { emailTaken } from '../commands/open-account.ts';
import type { LinkPurpose } from '../contract.ts';
import type { AccountEvent } from '../events.ts';
import type { EndFactors } from '../google/logins.ts';
import { LinkNotGood, LinkOfAnotherAccount, MailNotSetUp } from '../links/link-refusals.ts';
import { type FoundLink, type Links, linkLifetime, wantedOf } from '../links/links.ts';
import { askForRecovery, recovery } from '../links/recovery.ts';
import type { Passwords } from '../passwords/password.ts';
import type { PasswordRules } from '../passwords/password-rules.ts';
import type { Secrets } from '../secrets.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { type Account, account } from './account.ts';
import type { Accounts, OpenAccount } from './accounts.ts';
import { Moves } from './moves.ts';

type Done = { readonly position: bigint };

/** What people change about how they get into their account: the password and the email, here and by mailed links. */
export class AccountChanges {
  readonly #deps;
  readonly #moves: Moves;

  constructor(deps: {
    commands: Commands;
    accounts: Accounts;
    sessions: Sessions;
    links: Links;
    rules: PasswordRules;
    passwords: Passwords;
    secrets: Secrets;
    isAdmin: (uid: string) => Promise<boolean>;
    endFactorsOf: EndFactors;
    mailing: Mailing;
    now: () => Date;
  }) {
    this.#deps = deps;
    this.#moves = new Moves(deps);
  }

  /**
   * Somebody forgot a password. The same is done whether or not the address has an account, so that the time tells
   * nothing either; what becomes of it comes after the answer (see mail-links.ts).
   * @throws MailNotSetUp
   */
  async askForRecovery(email: string, context: CommandContext): Promise<Done> {
    const { commands, secrets, now } = this.#deps;
    this.#mustMail();
    const accountIds = [secrets.accountId(email), ...secrets.formerAccountIds(email)];
    const expiresAt = new Date(now().getTime() + linkLifetime).toISOString();
    const ask = { type: 'AskForRecovery', accountIds, expiresAt } as const;
    return commands.execute(recovery, context.commandId, context, ask, askForRecovery, { isNew: true });
  }

  /**
   * Sets the password of whoever has a link for it; all sessions of the account end that there are by then. So does all else that opens it where nobody had
   * proved its address before (see resetPassword in commands/).
   * @throws Invalid for a password that is none; LinkNotGood, LinkUsedBefore, LinkExpired; KeyUsedBefore for another password or link.
   */
  async resetPassword(
    { link: token, password }: { link: string; password: string },
    context: CommandContext,
    signal?: AbortSignal,
  ): Promise<Done> {
    const { accounts, links, rules, sessions, passwords, isAdmin, endFactorsOf } = this.#deps;
    const link = await links.find(token);
    const by = asHolder(context, link);
    await this.#mustBeFirst(link, by);
    const holder = await accounts.find(link);
    await rules.check({ password, email: link.email, name: holder?.name ?? '' });
    // First what takes long, and can be refused while many others wait: a link is used up by what happens at once then.
    const passwordHash = await passwords.hash(password, signal);
    await links.use(link.id, ['recover'], by);
    const { uid, generation } = link;
    const reset = { type: 'ResetPassword', uid, generation, passwordHash, isAdmin: await isAdmin(uid) } as const;
    const changed = await this.#change(link.accountId, by, reset, resetPassword);
    const { position } = await this.#sameAsSet(changed, password, signal);
    const isTakenOver = changed.events.some(({ type }) => type === 'AccountTakenOver');
    // Else they would be asked for a factor of somebody else's. Of whoever says it again the factors may be their own by now.
    if (isTakenOver && !changed.repeated) await endFactorsOf(uid, by);
    const ending = { because: 'password-changed', before: changed.recordedAt } as const;
    return latest(position, await sessions.endAllOf(uid, ending, by));
  }

  /**
   * Changes the password of whoever is signed in, or sets their first one; their other sessions of before end.
   * @throws WrongPassword; Invalid for a password that is none; Conflict when it was changed meanwhile; ConfirmAgain for a
   *   first one without a fresh proof; KeyUsedBefore for another new password.
   */
  async changePassword(
    caller: Caller,
    { password, newPassword }: { password: string; newPassword: string },
    context: CommandContext,
    signal?: AbortSignal,
  ): Promise<Done> {
    const { rules, sessions, passwords, now } = this.#deps;
    const { uid, sid } = caller;
    const holder = await this.#own(caller);
    await rules.check({ password: newPassword, email: holder.email, name: holder.name }, 'newPassword');
    const checked = holder.passwordHash;
    if (checked === undefined && !isFreshProof(caller, now())) throw new ConfirmAgain();
    const isRight = checked === undefined || (await passwords.verify(checked, password, signal));
    // Not for a guess. Said again, the command is known by its id before the decision is asked.
    const passwordHash = isRight ? await passwords.hash(newPassword, signal) : '';
    const change = { type: 'ChangePassword', uid, sid, checked, isRight, passwordHash } as const;
    const changed = await this.#change(holder.accountId, context, change, changePassword);
    const { position } = await this.#sameAsSet(changed, newPassword, signal);
    const ending = { because: 'password-changed', except: sid, before: changed.recordedAt } as const;
    return latest(position, await sessions.endAllOf(uid, ending, context));
  }

  /** Mails a link that proves the address of whoever is signed in; nothing to do where it is proved. @throws MailNotSetUp */
  async askForProof({ uid, email, sid }: Caller, context: CommandContext): Promise<Done> {
    this.#mustMail();
    const holder = await this.#own({ uid, email });
    if (holder.isProved) return { position: 0n };
    return this.#deps.links.request({ ...wantedOf(holder, 'prove'), sid }, context);
  }

  /**
   * Mails a link to another address, which changes the email of whoever is signed in once it is used.
   * @throws MailNotSetUp; Invalid for the address that they have; Conflict for one that has an account.
   */
  async askForEmail({ uid, email, sid }: Caller, wanted: string, context: CommandContext): Promise<Done> {
    // Once the link was used, that email is theirs already.
    const before = await this.#deps.links.requested('change-email', context);
    if (before) return before;
    this.#mustMail();
    const holder = await this.#own({ uid, email });
    if (holder.email.toLowerCase() === wanted) {
      const message = 'That is your email already.';
      throw new Invalid(message, [{ path: 'email', message }]);
    }
    if ((await this.#moves.place(wanted)) !== undefined) throw emailTaken();
    return this.#deps.links.request({ ...wantedOf(holder, 'change-email'), email: wanted, sid }, context);
  }

  /**
   * Uses a link that proves an address: of an account, or the next one of it.
   * @param signedInAs whose session the browser has that uses it; undefined when none
   * @throws LinkNotGood, LinkUsedBefore, LinkExpired; LinkOfAnotherAccount; Conflict for an address that has an account by now;
   * KeyUsedBefore for another link.
   */
  async confirmEmail(
    token: string,
    signedInAs: string | undefined,
    context: CommandContext,
  ): Promise<Done & { purpose: LinkPurpose; email: string }> {
    const { links } = this.#deps;
    const link = await links.find(token);
    const { purpose, email } = link;
    const by = asHolder(context, link);
    if (purpose === 'recover') throw new LinkNotGood();
    await this.#mustBeFirst(link, by);
    if (link.status === 'good' && purpose === 'change-email') await this.#mustRun(link);
    if (link.status === 'good' && link.uid !== signedInAs) throw new LinkOfAnotherAccount();
    // A link is not used up for an address that nobody can have.
    const taken = purpose === 'change-email' ? await this.#moves.place(email) : undefined;
    if (link.status === 'good' && taken !== undefined) throw emailTaken();
    const { recordedAt } = await links.use(link.id, ['prove', 'change-email'], by);
    const { position } = await (purpose === 'prove' ? this.prove(link, by) : this.changeEmail(link, by, recordedAt));
    return { purpose, email, position };
  }

  /**
   * Finishes what a used link began: also after a crash, and any number of times. All sessions end but the one that asked.
   * @param usedAt spares the sessions that were started since
   * @throws LinkNotGood where the account has not moved yet, and the session that asked is over by now; and as `confirmEmail`.
   */
  async changeEmail(link: FoundLink, context: CommandContext, usedAt?: Date): Promise<Done> {
    const { uid, sid, email } = link;
    const { accounts, secrets } = this.#deps;
    if ((await accounts.find(link))?.accountId !== secrets.accountId(email)) await this.#mustRun(link);
    const { position } = await this.#moves.changeEmail(link, email, context);
    const ending = { because: 'email-changed', except: sid, before: usedAt } as const;
    return latest(position, await this.#deps.sessions.endAllOf(uid, ending, context));
  }

  /** Whether an address counts as its holder's: where nothing can be mailed, nothing can be proved. */
  async isTheirs(who: { uid: string; email: string }): Promise<boolean> {
    return !this.#deps.mailing.isSent || ((await this.#deps.accounts.findOwn(who))?.isProved ?? false);
  }

  /** Without this, whoever was signed out for being a thief would take the account away by a link that they asked for before. */
  async #mustRun({ sid }: FoundLink): Promise<void> {
    if (sid === undefined || !(await this.#deps.sessions.now(sid))) throw new LinkNotGood();
  }

  /** Finishes what a used link began that proves an address. @throws LinkNotGood where the account has changed since */
  prove({ uid, generation, accountId }: FoundLink, context: CommandContext): Promise<Done> {
    return this.#change(accountId, context, { type: 'ProveAddress', uid, generation } as const, proveAddress);
  }

  /**
   * No link is used up for a command that used another one before: which link it was is a secret, and stands in no fingerprint.
   * @throws KeyUsedBefore
   */
  async #mustBeFirst({ accountId, status }: FoundLink, context: CommandContext): Promise<void> {
    const before = await this.#deps.commands.recall(account, accountId, context);
    if (before && status === 'good') throw new KeyUsedBefore();
  }

  /**
   * A password stands in no fingerprint, since whoever had the shop's secret could find it by trying: that a repeat is about the same
   * one is known by the hash that was set.
   * @throws KeyUsedBefore
   */
  async #sameAsSet(changed: Changed, password: string, signal?: AbortSignal): Promise<Done> {
    if (!changed.repeated) return changed;
    const hashes = changed.events.flatMap((event) => (event.type === 'PasswordChanged' ? event.data.passwordHash : []));
    if (!(await this.#deps.passwords.verify(hashes[0], password, signal))) throw new KeyUsedBefore();
    return changed;
  }

  #change<C extends { type: string }>(
    accountId: string,
    context: CommandContext,
    command: C,
    decide: Decide<Account, AccountEvent, C>,
  ): Promise<Changed> {
    return this.#deps.commands.execute(account, accountId, context, command, decide);
  }

  #mustMail(): void {
    if (this.#deps.mailing.secretLinks === 'nowhere') throw new MailNotSetUp();
  }

  async #own(who: { uid: string; email: string }): Promise<OpenAccount> {
    const holder = await this.#deps.accounts.findOwn(who);
    if (!holder) throw new Conflict('Your account is closed.');
    return holder;
  }
}

type Changed = Outcome<Account, AccountEvent>;

/** Whoever has the link is its holder, whatever http/ knows of them. */
function asHolder(context: CommandContext, { uid }: FoundLink): CommandContext {
  return { ...context, actor: { uid, role: 'user' } };
}

export function latest(position: bigint, ended: Done): Done {
  return { position: ended.position > position ? ended.position : position };
}
