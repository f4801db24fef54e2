import { type Commands, scheduledOnce } from '../kernel/commands.ts';
import type { Turn, Turns } from '../kernel/concurrency/turns.ts';
import type { Timer } from '../kernel/reactor.ts';
import { hasPassed } from '../kernel/time/clock-ahead.ts';
import { removePictures } from './commands/remove-pictures.ts';
import { pictureShownBy } from './contract.ts';
import type { KeptPictures } from './kept-pictures.ts';
import { sweep } from './sweep.ts';
import { brokenOffAfter, type UnusedMarks } from './unused-marks.ts';

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
      let ended: Ended = 'broken off';
      try {
        ended = await sweepAll(wiring, { now, turn, signal });
      } finally {
        const soon = now - every + Math.min(every, brokenOffAfter);
        await turn.end({ done: now, 'broken off': doneUntil, 'to be ended': soon }[ended]);
      }
    },
  };
}

type Sweeping = { readonly now: number; readonly turn: Turn; readonly signal: AbortSignal };

/**
 * `to be ended`: it met removals of another. Whoever took them up has died, as a rule, and nobody can show or upload those pictures before
 * somebody has ended that: it is due as soon as they may.
 */
type Ended = 'done' | 'broken off' | 'to be ended';

async function sweepAll(wiring: SweepWiring, sweeping: Sweeping): Promise<Ended> {
  const { pictures, marks } = wiring;
  // Marks first: of one that is set meanwhile, by whom ever, the picture is not due.
  const marked = await marks.ids();
  const kept = await pictures.ids();
  if (kept.length === 0 && marked.size === 0) return 'done';
  const shown = new Set<string>();
  for await (const page of wiring.shown()) {
    for (const address of page) {
      const picture = pictureShownBy(address);
      if (picture) shown.add(picture.pictureId);
    }
  }
  if (!wiring.isWhole()) return 'broken off';
  const going: string[] = [];
  try {
    return await takeUp(wiring, sweeping, { kept, marked, shown, going });
  } finally {
    // Also when it was broken off: what is marked as going is refused to whoever would show it.
    await remove(wiring, going, sweeping.now);
  }
}

type Found = {
  readonly kept: readonly string[];
  readonly marked: Set<string>;
  readonly shown: ReadonlySet<string>;
  /** Those that were taken up, and are to be removed. */
  readonly going: string[];
};

async function takeUp(
  wiring: SweepWiring,
  { now, turn, signal }: Sweeping,
  { kept, marked, shown, going }: Found,
): Promise<Ended> {
  const { marks, keepFor } = wiring;
  let ended: Ended = 'done';
  const take = async (pictureId: string) => {
    const taken = await marks.take(pictureId, { now, keepFor });
    if (taken === 'going') ended = 'to be ended';
    return taken === 'taken';
  };
  for (const pictureId of kept) {
    if (signal.aborted || !(await turn.keep(wiring.now().getTime()))) return 'broken off';
    const isMarked = marked.delete(pictureId);
    if (shown.has(pictureId)) {
      if (isMarked) await marks.delete(pictureId);
    } else if (!isMarked) {
      await marks.begin(pictureId, now);
    } else if (await take(pictureId)) {
      going.push(pictureId);
    }
    if (going.length === atOnce) await remove(wiring, going.splice(0), now);
  }
  // Of removals that were broken off when nothing was left but the mark.
  for (const pictureId of marked) if (await take(pictureId)) await marks.delete(pictureId);
  return ended;
}

/** What is taken away is said first: a removal that is broken off is told of all the same, and again by whoever ends it. */
async function remove(
  { commands, pictures, marks, removed }: SweepWiring,
  pictureIds: readonly string[],
  now: number,
): Promise<void> {
  if (pictureIds.length === 0) return;
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
