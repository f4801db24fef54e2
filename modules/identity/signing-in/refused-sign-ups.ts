import { AuditNotes } from '../../kernel/commands/audit-notes.ts';
import { notesOf } from '../../kernel/commands/bounded-audit.ts';
import type { CommandContext, Commands } from '../../kernel/commands.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { SignUpRefused } from '../events.ts';

const refusedSignUps = notesOf<SignUpRefused>('refused-sign-ups');

/** Writes down for auditors that somebody wanted to sign up with an address that has an account. */
export class RefusedSignUps {
  readonly #accounts: Pick<Accounts, 'findByEmail'>;
  readonly #notes: AuditNotes<SignUpRefused>;

  constructor({
    accounts,
    ...deps
  }: {
    accounts: Pick<Accounts, 'findByEmail'>;
    commands: Commands;
    now: () => Date;
  }) {
    this.#accounts = accounts;
    this.#notes = new AuditNotes({ ...deps, streams: refusedSignUps, command: 'NoteRefusedSignUp' });
  }

  async note(email: string, context: CommandContext): Promise<void> {
    const taken = await this.#accounts.findByEmail(email);
    if (!taken) return;
    await this.#notes.note(taken.accountId, context, ({ subject, ...noted }) => ({
      type: 'SignUpRefused',
      data: { ...(subject !== undefined && { accountId: subject }), ...noted },
    }));
  }
}
