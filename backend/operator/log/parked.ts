import type { CommandContext } from '../../../modules/kernel/commands.ts';
import { ParkedDecisions } from '../../feed/parked/parked-decisions.ts';
import type { ParkedEvent } from '../../feed/parked/parked-events.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { BadSetting } from '../../start/settings/config.ts';
import { madeAnewIn } from '../../start/stores/made-anew-in.ts';
import { withLog } from './with-log.ts';

/** The events that a reactor or a projection could not do with, each with a line that says what went wrong. */
export async function listParked(): Promise<{ readonly line: string; readonly entry: ParkedEvent }[]> {
  return withDecisions(async (decisions) => (await decisions.all()).map((entry) => ({ line: lineOf(entry), entry })));
}

/**
 * Has a parked event tried again: within a second by the shop that runs, or as soon as it starts.
 * @returns who tries again
 * @throws NotFound when no such event is parked.
 */
export async function retryParked(eventId: string, by: CommandContext): Promise<readonly string[]> {
  return withDecisions(async (decisions) => (await decisions.retry(eventId, by)).readers);
}

/**
 * Has a parked event passed over for good, for a reason that the log keeps.
 * @returns who passes over it
 * @throws NotFound when no such event is parked; BadSetting without a reason.
 */
export async function skipParked(
  eventId: string,
  reason: string | undefined,
  by: () => CommandContext,
): Promise<readonly string[]> {
  if (reason === undefined) throw new BadSetting('parked skip needs a --reason: why, for the history');
  return withDecisions(async (decisions) => (await decisions.skip(eventId, reason, by())).readers);
}

async function withDecisions<Result>(work: (decisions: ParkedDecisions) => Promise<Result>): Promise<Result> {
  return withLog((store, config) =>
    work(new ParkedDecisions({ store, makeAnew: madeAnewIn(config, openLog('silent')) })),
  );
}

function lineOf({ eventId, reader, type, stream, state, stops, since, error }: ParkedEvent): string {
  const still = stops ? ', and stands still for it' : '';
  return `${eventId} ${state} since ${since}: ${reader} could not do with ${type} of ${stream}${still}. ${error}`;
}
