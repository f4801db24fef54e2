import { Unavailable } from '../../../modules/kernel/errors.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import { type Replayed, replayed } from '../../feed/rebuilding/scratch-replay.ts';
import type { ForgottenRegister } from '../../personal-data/forgotten-register.ts';
import { described } from '../../read-models/compare/described.ts';
import { differencesBetween } from '../../read-models/compare/differences.ts';
import { type Side, sideOf } from '../../read-models/compare/side.ts';
import { Scratch } from '../../read-models/scratch/scratch.ts';
import { pause } from '../../runtime/time/pause.ts';
import { keysOfTheLog } from '../../start/keys/keys-of-the-log.ts';
import { readConfig } from '../../start/settings/config.ts';
import { NotWell } from '../arguments/failures.ts';
import { standstills } from '../log/standstills.ts';
import { openModules } from '../open-modules.ts';
import { counted } from '../output/counted.ts';
import type { Run } from '../run.ts';
import { differenceOf, type Sides } from './difference-line.ts';

const sides: Sides = {
  one: 'shown',
  other: 'replayed',
  onlyInOne: 'is shown, and not in the replay',
  onlyInOther: 'is in the replay, and not shown',
};

/** Milliseconds in which a shop that has just opened says where its read models are, and between two looks. */
const sayingTakes = 5_000;
const lookEvery = 200;

type Compared = { documents: number; listings: number; differences: number };

/**
 * Compares the read models, as they are shown, with a replay of the log from its first event, and says every difference. The shop
 * may run meanwhile: each of its read models is compared as of where it stands. Nothing is written but a file without a name.
 * @param values whether texts are shown, which may be personal
 * @throws NotWell when there is any difference, or a read model is not there, stands still, or lacks an event, or there is nothing to compare
 */
export async function verify(run: Run, { values }: { readonly values: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const wired = await openModules(config);
  const into = new Scratch(config.DATA_DIR);
  try {
    const { builtReadModels: readModels } = wired;
    remarkOnLost(run, wired.register);
    const projections = wired.modules.flatMap((module) => module.projections.map(wired.shownBuildOf));
    const standing = await standingOf(projections, readModels);
    const there = standing.flatMap(({ projection, upTo }) => (upTo === undefined ? [] : { projection, upTo }));
    const missing = standing.flatMap(({ projection, upTo }) => (upTo === undefined ? projection.name : []));
    const compared: Compared = { documents: 0, listings: 0, differences: 0 };
    if (there.length === 0 || (await isUnopened(wired.store))) {
      const said =
        saidOf(compared, { missing, standsStill: [] }) || 'Nothing has happened, and no shop has opened this log.';
      run.say(said, { isSame: false, projections: there.length, missing, standsStill: [], ...compared });
      throw new NotWell('There are no read models to compare.');
    }
    const progress = run.progress('positions');
    const head = Number(await wired.store.head());
    const progressed = (position: bigint) => progress.reached(Number(position), head);
    const replay = { into, projections: there };
    const [made = []] = await replayed(wired.store, [replay], { signal: run.signal, progressed });
    progress.end();
    for (const each of made) await compare(run, each, { ...wired, readModels, compared, values });
    const still = await standstills(wired.store, there);
    for (const { line, ...object } of still) run.sayOne(line, object);
    const isSame = compared.differences === 0 && missing.length === 0;
    if (isSame && still.length === 0) {
      const { documents, listings } = compared;
      const said = `All ${documents} documents of ${made.length} read models, and the ${listings} places where they are listed, are what the history makes of them.`;
      run.say(said, { isSame, projections: made.length, missing, ...compared });
      return;
    }
    const standsStill = [...new Set(still.map(({ projection }) => projection))];
    const said = saidOf(compared, { missing, standsStill });
    run.say(said, { isSame, projections: made.length, missing, standsStill, ...compared });
    throw new NotWell(
      isSame
        ? 'The read models are what the history makes of them, as far as they go; but some do not go on.'
        : 'The read models are not what the history makes of them.',
    );
  } finally {
    await into.close();
    await wired.close();
  }
}

function remarkOnLost({ remark }: Run, register: Pick<ForgottenRegister, 'lost'>): void {
  const { file, lines } = register.lost();
  if (lines.length === 0) return;
  const which = lines.length === 1 ? 'Line' : 'Lines';
  remark(
    `${which} ${lines.join(', ')} of ${file} cannot be read: whoever was named there may be known again where a backup is put back.`,
  );
}

/** Whether no shop has begun the log. Of a log of nothing a command that looked at it may have made read models, which show nothing. */
async function isUnopened({ head, records }: EventStore): Promise<boolean> {
  return (await head()) === start && (await records.get(keysOfTheLog)) === undefined;
}

/** Where each stands. What has been opened a moment ago says so within a second or two. */
async function standingOf(projections: readonly Projection[], readModels: ReadModels) {
  const giveUpAt = performance.now() + sayingTakes;
  for (;;) {
    const checkpoints = await Promise.all(projections.map(({ storedAs }) => readModels.checkpoint(storedAs)));
    if (!checkpoints.includes(undefined) || performance.now() > giveUpAt) {
      return projections.map((projection, at) => ({ projection, upTo: checkpoints[at] }));
    }
    await pause(lookEvery);
  }
}

async function compare(
  run: Run,
  replay: Replayed,
  {
    readModels,
    store,
    compared,
    values,
  }: { readModels: ReadModels; store: Pick<EventStore, 'head'>; compared: Compared; values: boolean },
): Promise<void> {
  const { projection } = replay;
  const progress = run.progress(`documents of ${projection.name}`);
  let done = 0;
  const comparing = {
    signal: run.signal,
    upTo: () => store.head(),
    compared(documents: number, listings: number) {
      compared.documents += documents;
      compared.listings += listings;
      done += documents;
      progress.reached(done);
    },
  };
  for await (const difference of differencesBetween(shownOf(readModels, projection), replay.side, comparing)) {
    compared.differences += 1;
    progress.end();
    const { line, object } = differenceOf(projection.name, described(difference, projection), { sides, values });
    run.sayOne(line, object);
  }
  progress.end();
  for (const { eventId, type, error } of replay.parked)
    run.remark(`${projection.name}: the replay cannot fold ${type} ${eventId}. ${error}`);
}

/** What is shown, as long as nobody takes it away. */
function shownOf(readModels: ReadModels, { name, storedAs }: Projection): Side {
  const side = sideOf(readModels, storedAs);
  const there = async <Read extends { readonly asOf: bigint | undefined }>(reading: Promise<Read>): Promise<Read> => {
    const read = await reading;
    const isGone = read.asOf === undefined && (await readModels.checkpoint(storedAs)) === undefined;
    if (isGone) throw new Unavailable(`${name} was made anew meanwhile. Please try again.`);
    return read;
  };
  const { scanning } = side;
  return {
    ...side,
    find: (ids) => there(side.find(ids)),
    scanning: {
      ...scanning,
      documents: (projection, from) => there(scanning.documents(projection, from)),
      listings: (projection, from) => there(scanning.listings(projection, from)),
    },
  };
}

function saidOf(
  { differences, documents }: Compared,
  { missing, standsStill }: { readonly missing: readonly string[]; readonly standsStill: readonly string[] },
): string {
  const said = [
    ...(differences > 0
      ? [`${counted(differences, 'difference')} in ${counted(documents, 'document')} and where they are listed.`]
      : []),
    ...(missing.length > 0 ? [`Not there yet: ${missing.join(', ')}. A shop that runs makes them.`] : []),
    ...(standsStill.length > 0 ? [`Not as far as the log: ${standsStill.join(', ')}.`] : []),
  ];
  return said.join(' ');
}
