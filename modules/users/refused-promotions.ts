import { AuditNotes } from '../kernel/commands/audit-notes.ts';
import { notesOf } from '../kernel/commands/bounded-audit.ts';
import type { CommandContext, Commands } from '../kernel/commands.ts';
import type { PromotionRefused } from './events.ts';

const refusedPromotions = notesOf<PromotionRefused>('refused-promotions');

/** Writes down for auditors who tried to make admins without being one. */
export class RefusedPromotions {
  readonly #notes: AuditNotes<PromotionRefused>;

  constructor(deps: { commands: Commands; now: () => Date }) {
    this.#notes = new AuditNotes({ ...deps, streams: refusedPromotions, command: 'NoteRefusedPromotion' });
  }

  /** @param uid whom they wanted to promote, if there is anybody of that email */
  async note(by: string, uid: string | undefined, context: CommandContext): Promise<void> {
    await this.#notes.note(by, context, ({ subject, ...noted }) => ({
      type: 'PromotionRefused',
      data: { ...(subject !== undefined && { by: subject, ...(uid !== undefined && { uid }) }), ...noted },
    }));
  }
}
