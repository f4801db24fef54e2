import { asNote, BoundedAudit, dayOf, notesOf } from '../../kernel/bounded-audit.ts';
import type { CommandContext, Commands } from '../../kernel/commands.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { SignUpRefused } from '../events.ts';

const refusedSignUps = notesOf<SignUpRefused>('refused-sign-ups');

/** Writes down that somebody wanted to sign up with an address that has an account, at most 100 times an hour, whatever is tried. */
export class RefusedSignUps {
  readonly #accounts: Pick<Accounts, 'findByEmail'>;
  readonly #commands: Commands;
  readonly #now: () => Date;
  readonly #audit: BoundedAudit;

  constructor(deps: { accounts: Pick<Accounts, 'findByEmail'>; commands: Commands; now: () => Date }) {
    const { accounts, commands, now } = deps;
    this.#accounts = accounts;
    this.#commands = commands;
    this.#now = now;
    this.#audit = new BoundedAudit({ now });
  }

  async note(email: string, context: CommandContext): Promise<void> {
    const taken = await this.#accounts.findByEmail(email);
    const noted = taken && this.#audit.note(taken.accountId);
    if (!noted) return;
    const { subject, times, since } = noted;
    const refused = { ...(subject !== undefined && { accountId: subject }), times, since };
    const command = { type: 'NoteRefusedSignUp', ...refused } as const;
    await this.#commands.execute(refusedSignUps, dayOf(this.#now()), asNote(context), command, noteRefused);
  }
}

function noteRefused({ type: _, ...data }: { type: string } & SignUpRefused['data']): SignUpRefused[] {
  return [{ type: 'SignUpRefused', data }];
}
