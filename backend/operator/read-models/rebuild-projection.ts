import { buildName, buildOf } from '../../../modules/kernel/documents/build-name.ts';
import { Conflict } from '../../../modules/kernel/errors.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import { type BuildState, fedOf, rebuilt } from '../../builds/build-state.ts';
import { Builds } from '../../builds/builds.ts';
import { inMakingTurn } from '../../builds/making-turn.ts';
import { forgottenSince } from '../../feed/rebuilding/forgotten-since.ts';
import { makeBuild } from '../../feed/rebuilding/make-build.ts';
import { described } from '../../read-models/compare/described.ts';
import { differencesBetween } from '../../read-models/compare/differences.ts';
import { sideOf } from '../../read-models/compare/side.ts';
import { type OpenModules, openModules } from '../open-modules.ts';
import { counted } from '../output/counted.ts';
import type { Run } from '../run.ts';
import { differenceOf, type Sides } from './difference-line.ts';
import { projectionOf } from './projections.ts';

const sides: Sides = {
  one: 'shown',
  other: 'anew',
  onlyInOne: 'is shown, and not in the new build',
  onlyInOther: 'is in the new build, and not shown',
};

/**
 * Makes a projection anew from the first event, beside the build that is shown, and says in the log that it is there: from then
 * on the shop feeds it too. It is made by this process, so that the shop goes on as it does. Then every difference between the
 * two is said.
 * @param values whether texts are shown, which may be personal
 * @throws NotFound for a name that no projection has; Conflict where somebody else makes one, or has made one after it before all
 *   differences were said; Interrupted, with nothing left of a build that is not whole.
 */
export async function rebuildProjection(name: string, run: Run, { values }: { readonly values: boolean }) {
  const by = run.by();
  const wired = await openModules(undefined, { run });
  try {
    const projection = projectionOf(wired, name);
    const builds = new Builds(wired.store);
    const wanted = { records: wired.store.records, name: projection.storedAs, signal: run.signal };
    const { build, shown, instead, position } = await inMakingTurn(wanted, async ({ signal, mustHold }) => {
      await builds.load();
      const { last, shown } = builds.of(projection);
      const build = last + 1;
      const position = await made(wired, buildOf(projection, build), { ...run, signal });
      await mustHold();
      let instead: number | undefined;
      const decide = (state: BuildState) => {
        instead = state.next?.build;
        return rebuilt(projection, state, { build, position });
      };
      await builds.decide(projection, decide, 'RebuildProjection', by);
      return { build, shown, instead, position };
    });
    // Where no shop runs, nobody else brings both to the same position.
    await wired.catchUp();
    const { documents, differences } = await compared(wired, projection, { build, shown, values }, run);
    await builds.load();
    if (!fedOf(builds.of(projection)).includes(build)) throw letGoOf(name, build, builds.of(projection));
    const gone = instead === undefined ? '' : ` Build ${instead}, which waited to be promoted, is let go of.`;
    const differ = differences === 0 ? 'nothing differs' : counted(differences, 'difference');
    const { version } = projection;
    run.say(
      `Build ${build} of ${name} is there, beside build ${shown}, which is shown: ${differ} in ${counted(documents, 'document')} and where they are listed.${gone}`,
      { projection: name, version, build, shown, instead, position, documents, differences },
    );
  } finally {
    await wired.close();
  }
}

/** What is said of differences to a build that nobody feeds any more is not to be relied on. */
function letGoOf(name: string, build: number, { next }: BuildState): Conflict {
  const why = next ? `build ${next.build} was made after it` : 'somebody has dropped it';
  return new Conflict(`Build ${build} of ${name} was let go of while it was compared: ${why}.`);
}

/** Makes a build up to the end of the log. @returns how far that is */
async function made({ builtReadModels, store }: OpenModules, build: Projection, run: Run): Promise<bigint> {
  // What is left of one that was broken off may be of another release.
  await builtReadModels.drop(build.storedAs);
  const began = await store.head();
  const progress = run.progress('positions');
  try {
    const upTo = await makeBuild(build, builtReadModels, store, {
      signal: run.signal,
      progressed: (position) => progress.reached(Number(position), Number(began)),
    });
    run.signal.throwIfAborted();
    // Whoever was forgotten meanwhile is in no document any more, but may be in gaps of the file.
    if (await forgottenSince(store, began)) await builtReadModels.wipe();
    return upTo;
  } catch (reason) {
    await builtReadModels.drop(build.storedAs);
    throw reason;
  } finally {
    progress.end();
  }
}

/** Says what is not the same in two builds, both of which are fed by now. */
async function compared(
  { builtReadModels }: OpenModules,
  projection: Projection,
  { build, shown, values }: { readonly build: number; readonly shown: number; readonly values: boolean },
  run: Run,
): Promise<{ readonly documents: number; readonly differences: number }> {
  const sideWith = (number: number) => sideOf(builtReadModels, buildName(projection.storedAs, number));
  const progress = run.progress('documents');
  let [documents, differences] = [0, 0];
  const comparing = {
    signal: run.signal,
    compared(more: number) {
      documents += more;
      progress.reached(documents);
    },
  };
  for await (const difference of differencesBetween(sideWith(shown), sideWith(build), comparing)) {
    differences += 1;
    progress.end();
    const { line, object } = differenceOf(projection.name, described(difference, projection), { sides, values });
    run.sayOne(line, object);
  }
  progress.end();
  return { documents, differences };
}
