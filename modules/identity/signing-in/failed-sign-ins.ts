import { asNote, BoundedAudit, dayOf, notesOf } from '../../kernel/bounded-audit.ts';
import type { CommandContext, Commands } from '../../kernel/commands.ts';
import type { SignInFailed } from '../events.ts';

const failedSignIns = notesOf<SignInFailed>('failed-sign-ins');

/** Writes down for auditors that sign-ins failed, at most 100 times an hour, whatever is tried. */
export class FailedSignIns {
  readonly #commands: Commands;
  readonly #now: () => Date;
  readonly #audit: BoundedAudit;

  constructor({ commands, now }: { commands: Commands; now: () => Date }) {
    this.#commands = commands;
    this.#now = now;
    this.#audit = new BoundedAudit({ now });
  }

  /** @param accountId of the address that was said, whether or not it has an account: which one shows in no way, time included */
  async note(accountId: string, context: CommandContext): Promise<void> {
    const noted = this.#audit.note(accountId);
    if (!noted) return;
    const { subject, times, since } = noted;
    const failed = { ...(subject !== undefined && { accountId: subject }), times, since };
    const command = { type: 'NoteFailedSignIn', ...failed } as const;
    await this.#commands.execute(failedSignIns, dayOf(this.#now()), asNote(context), command, noteFailed);
  }
}

function noteFailed({ type: _, ...data }: { type: string } & SignInFailed['data']): SignInFailed[] {
  return [{ type: 'SignInFailed', data }];
}
