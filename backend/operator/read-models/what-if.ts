import { join } from 'node:path';
import type { Projection } from '../../../modules/kernel/projection.ts';
import { type Replay, type Replayed, replayed } from '../../feed/rebuilding/scratch-replay.ts';
import { Scratch } from '../../read-models/scratch/scratch.ts';
import { BadSetting, type Config, readConfig } from '../../start/settings/config.ts';
import { openModules } from '../open-modules.ts';
import { counted } from '../output/counted.ts';
import type { Run } from '../run.ts';
import { type Consequences, consequencesOf, totalOf } from './consequences.ts';
import { type LeftOut, leftOutOf } from './left-out.ts';
import { patchedProjections } from './patched-projections.ts';

export type WhatIf = {
  /** Events, by id or position, and streams that are to be taken as if they had never been. */
  readonly without: readonly string[];
  /** A file of projections to fold with in the place of the shop's own. */
  readonly with: string | undefined;
  /** How many differences of each kind are shown of each read model; all are counted. */
  readonly limit: number;
  /** Whether texts are shown, which may be personal. */
  readonly values: boolean;
};

/**
 * Replays the log twice at once, as it is and under a change, and shows how the read models would differ. What was decided because
 * of what is left out stays: only what is made of the log is another. Nothing is written but two files without a name.
 * @throws NotFound for an event or stream that is not there; BadSetting for a file of which nothing can be made
 */
export async function whatIf(run: Run, asked: WhatIf): Promise<void> {
  if (asked.without.length === 0 && asked.with === undefined)
    throw new BadSetting('what-if needs --without <event|stream> or --with <file>');
  const config = readConfig(process.env);
  const wired = await openModules(config);
  const scratches: Scratch[] = [];
  try {
    const own = wired.modules.flatMap(({ projections }) => projections.map(wired.shownBuildOf));
    const patched =
      asked.with === undefined ? new Map<string, Projection>() : await patchedProjections(asked.with, own);
    const leftOut = await leftOutOf(wired.store, asked.without, fileOf(config));
    const concerned = own.filter((projection) => isConcerned(projection, leftOut, patched));
    if (concerned.length === 0) {
      run.say('Nothing would differ: no read model is made of that.', { leftOut: leftOut.events, readModels: [] });
      return;
    }
    const upTo = await wired.store.head();
    const into = () => {
      const scratch = new Scratch(config.DATA_DIR);
      scratches.push(scratch);
      return scratch;
    };
    const of = (projections: readonly Projection[]) => projections.map((projection) => ({ projection, upTo }));
    const changed = concerned.map((projection) => patched.get(projection.name) ?? projection);
    const replays: Replay[] = [
      { into: into(), projections: of(concerned) },
      { into: into(), projections: of(changed), isLeftOut: leftOut.events > 0 ? leftOut.isLeftOut : undefined },
    ];
    const progress = run.progress('positions');
    const progressed = (position: bigint) => progress.reached(Number(position), Number(upTo));
    const [as = [], otherwise = []] = await replayed(wired.store, replays, { signal: run.signal, progressed });
    progress.end();
    const all: Consequences[] = [];
    for (const [at, one] of as.entries()) {
      const other = otherwise[at];
      if (!other) continue;
      const consequences = await consequencesOf(run, { one, other }, asked);
      all.push(consequences);
      run.sayOne(totalOf(consequences), { kind: 'total', ...consequences });
      sayWhatFailed(run, one, other);
    }
    const isSame = all.every(({ differences }) => differences === 0);
    const ofThese = leftOut.events > 0 ? ` without ${counted(leftOut.events, 'event')}` : '';
    const said = isSame
      ? `Nothing would differ${ofThese}, up to position ${upTo}.`
      : `So would the read models differ${ofThese}, up to position ${upTo}. Nothing was changed.`;
    const differences = all.reduce((sum, one) => sum + one.differences, 0);
    run.say(said, { kind: 'all', isSame, upTo, leftOut: leftOut.events, differences });
  } finally {
    await Promise.all(scratches.map((scratch) => scratch.close()));
    await wired.close();
  }
}

const fileOf = ({ EVENT_STORE, DATA_DIR }: Config) =>
  EVENT_STORE === undefined ? join(DATA_DIR, 'events.db') : undefined;

function isConcerned(projection: Projection, { types }: LeftOut, patched: ReadonlyMap<string, Projection>): boolean {
  return patched.has(projection.name) || projection.types.some((type) => types.has(type));
}

/** What of the change could not be folded, which could be without it. */
function sayWhatFailed(run: Run, one: Replayed, other: Replayed): void {
  const before = new Set(one.parked.map(({ eventId }) => eventId));
  const news = other.parked.filter(({ eventId }) => !before.has(eventId));
  const { name } = other.projection;
  const first = news[0];
  if (first)
    run.remark(
      `${name}: ${counted(news.length, 'event')} could not be folded, first ${first.type} ${first.eventId}: ${first.error}`,
    );
  if (other.stopped !== undefined) run.remark(`${name}: it would go no further. ${other.stopped}`);
}
