import { hasPassed } from '../kernel/clock-ahead.ts';
import { type Commands, scheduledOnce } from '../kernel/commands.ts';
import type { Timer } from '../kernel/reactor.ts';
import type { Turn, Turns } from '../kernel/turns.ts';
import { removePictures } from './commands/remove-pictures.ts';
import { pictureAt } from './contract.ts';
import type { KeptPictures } from './kept-pictures.ts';
import { sweep } from './sweep.ts';
import type { UnusedMarks } from './unused-marks.ts';

export type SweepWiring = {
  readonly commands: Commands;
  readonly pictures: KeptPictures;
  readonly marks: UnusedMarks;
  readonly turns: Turns;
  /** The addresses of all pictures that tools show, a page at a time: as the log says it when this is asked, or later. */
  readonly shown: () => AsyncIterable<readonly string[]>;
  /** False while a read model stands still: what tools show may have changed without it. */
  readonly isWhole: () => boolean;
  readonly now: () => Date;
  /** How long a picture stays that no tool shows, in milliseconds: 0 for ever. */
  readonly keepFor: number;
  /** Milliseconds between two looks whether a sweep is due. */
  readonly lookEvery: number;
  /** Told of each removal: of how many pictures. */
  readonly removed: (count: number) => void;
};

/** Milliseconds between two sweeps; less where pictures are kept for less. */
const aDay = 24 * 60 * 60_000;

/** How many pictures are taken away in one go, and told of by one event. */
const atOnce = 100;

/**
 * Mark and sweep: once a day, by one node, what no tool shows is marked, and taken away when it has been so all along for a time.
 * Within that time whoever edits a tool finds the picture that was uploaded, or that somebody else has just put another in the
 * place of; and whoever saves a tool with a picture has that time begin anew.
 */
export function sweepPictures(wiring: SweepWiring): Timer {
  const { turns, keepFor, lookEvery } = wiring;
  const every = Math.min(aDay, keepFor);
  let lookAt = 0;
  return {
    name: 'taking pictures away that no tool shows',
    every: lookEvery,
    async run(at, signal) {
      const now = at.getTime();
      if (keepFor === 0 || !hasPassed(every, lookAt - every, now)) return;
      const doneUntil = await turns.doneUntil(now);
      lookAt = doneUntil + every;
      if (now < lookAt) return;
      const turn = await turns.take(now);
      if (turn?.doneUntil !== doneUntil) return turn?.end(turn.doneUntil); // Another node was faster.
      let isDone = false;
      try {
        isDone = await sweepAll(wiring, { now, turn, signal });
      } finally {
        await turn.end(isDone ? now : doneUntil);
      }
    },
  };
}

type Sweeping = { readonly now: number; readonly turn: Turn; readonly signal: AbortSignal };

/** @returns false when it was broken off */
async function sweepAll(wiring: SweepWiring, { now, turn, signal }: Sweeping): Promise<boolean> {
  const { pictures, marks, keepFor } = wiring;
  // Marks first: of one that is set meanwhile, by whom ever, the picture is not due.
  const marked = await marks.ids();
  const kept = await pictures.ids();
  if (kept.length === 0 && marked.size === 0) return true;
  const shown = new Set<string>();
  for await (const page of wiring.shown()) {
    for (const address of page) {
      const picture = pictureAt(address);
      if (picture) shown.add(picture.pictureId);
    }
  }
  if (!wiring.isWhole()) return false;
  const mayGoOn = async () => !signal.aborted && (await turn.keep(wiring.now().getTime()));
  let going: string[] = [];
  for (const pictureId of kept) {
    if (!(await mayGoOn())) return false;
    const isMarked = marked.delete(pictureId);
    if (shown.has(pictureId)) {
      if (isMarked) await marks.delete(pictureId);
    } else if (!isMarked) {
      await marks.begin(pictureId, now);
    } else if (await marks.take(pictureId, { now, keepFor })) {
      going.push(pictureId);
    }
    if (going.length < atOnce) continue;
    await remove(wiring, going, now);
    going = [];
  }
  if (going.length > 0) await remove(wiring, going, now);
  // Of removals that were broken off when nothing was left but the mark.
  for (const pictureId of marked) if (await marks.take(pictureId, { now, keepFor })) await marks.delete(pictureId);
  return true;
}

/** What is taken away is said first: a removal that is broken off is told of all the same, and again by who ends it. */
async function remove(
  { commands, pictures, marks, removed }: SweepWiring,
  pictureIds: readonly string[],
  now: number,
): Promise<void> {
  const context = scheduledOnce('remove pictures', `${now}`, ...pictureIds);
  const at = new Date(now).toISOString();
  const command = { type: 'RemovePictures', sweepId: context.commandId, pictureIds, at } as const;
  await commands.execute(sweep, command.sweepId, context, command, removePictures, { isNew: true });
  for (const pictureId of pictureIds) {
    await pictures.delete(pictureId);
    await marks.delete(pictureId);
  }
  removed(pictureIds.length);
}
