import { BoundedAudit, dayOf, notesOf } from '../kernel/bounded-audit.ts';
import type { CommandContext, Commands } from '../kernel/commands.ts';
import type { PromotionRefused } from './events.ts';

const refusedPromotions = notesOf<PromotionRefused>('refused-promotions');

/** Writes down for auditors who tried to make admins without being one, at most 100 times an hour, whatever is tried. */
export class RefusedPromotions {
  readonly #commands: Commands;
  readonly #now: () => Date;
  readonly #audit: BoundedAudit;

  constructor({ commands, now }: { commands: Commands; now: () => Date }) {
    this.#commands = commands;
    this.#now = now;
    this.#audit = new BoundedAudit({ now });
  }

  /** @param uid whom they wanted to promote, if there is anybody of that email */
  async note(by: string, uid: string | undefined, context: CommandContext): Promise<void> {
    const noted = this.#audit.note(by);
    if (!noted) return;
    const { subject, times, since } = noted;
    const refused = { ...(subject !== undefined && { by: subject, ...(uid !== undefined && { uid }) }), times, since };
    const command = { type: 'NoteRefusedPromotion', ...refused } as const;
    await this.#commands.execute(refusedPromotions, dayOf(this.#now()), context, command, noteRefused);
  }
}

function noteRefused({ type: _, ...data }: { type: string } & PromotionRefused['data']): PromotionRefused[] {
  return [{ type: 'PromotionRefused', data }];
}
