import { AuditNotes } from '../../kernel/commands/audit-notes.ts';
import { notesOf } from '../../kernel/commands/bounded-audit.ts';
import type { CommandContext, Commands } from '../../kernel/commands.ts';
import type { SignInFailed } from '../events.ts';

const failedSignIns = notesOf<SignInFailed>('failed-sign-ins');

/** Writes down for auditors that sign-ins failed. */
export class FailedSignIns {
  readonly #notes: AuditNotes<SignInFailed>;

  constructor(deps: { commands: Commands; now: () => Date }) {
    this.#notes = new AuditNotes({ ...deps, streams: failedSignIns, command: 'NoteFailedSignIn' });
  }

  /** @param accountId of the address that was said, whether or not it has an account: which one shows in no way, time included */
  async note(accountId: string, context: CommandContext): Promise<void> {
    await this.#notes.note(accountId, context, ({ subject, ...noted }) => ({
      type: 'SignInFailed',
      data: { ...(subject !== undefined && { accountId: subject }), ...noted },
    }));
  }
}
