import type { CommandContext } from '../kernel/commands.ts';
import type { FirstSteps, ParkedEvent, Status } from './contract.ts';

/** Who tries an event again, or passes over it; and where it is written down. */
export type Decision = { readonly readers: readonly string[]; readonly position: bigint };

/** What the shop tells operators of itself, and what they decide. */
export interface Operations {
  readonly status: () => Promise<Status>;
  readonly firstSteps: () => Promise<FirstSteps>;
  readonly parked: {
    /** In the order of the log. */
    all(): Promise<readonly ParkedEvent[]>;
    /** @throws NotFound when no such event is parked. */
    retry(eventId: string, by: CommandContext): Promise<Decision>;
    /** @throws NotFound when no such event is parked. */
    skip(eventId: string, reason: string, by: CommandContext): Promise<Decision>;
  };
}
