import { BeingPrepared } from '../../modules/kernel/errors.ts';
import type { Found, ReadModels } from '../../modules/kernel/read-models.ts';
import type { ShownBuilds } from './shown-builds.ts';

/**
 * Read models as readers see them: each projection by its name, whichever build of it is shown. Whoever feeds them works with
 * builds, and has the store itself.
 */
export function showing(readModels: ReadModels, shown: ShownBuilds): ReadModels {
  function reading<Answer>(projection: string, read: (build: string) => Promise<Answer>): Promise<Answer> {
    const build = shown.of(projection);
    return build === undefined ? Promise.reject(new BeingPrepared(projection)) : read(build);
  }
  const { counted, scanning } = readModels;
  /** Of what is being prepared nothing is at hand: whoever goes on to `get` is told so. */
  function getNow(projection: string, id: string): Found | undefined {
    const build = shown.of(projection);
    return build === undefined ? undefined : readModels.getNow?.(build, id);
  }
  return {
    mostPerCommit: readModels.mostPerCommit,
    isInOrder: readModels.isInOrder,
    isShared: readModels.isShared,
    mayLose: readModels.mayLose?.bind(readModels),
    get: (projection, id) => reading(projection, (build) => readModels.get(build, id)),
    ...(readModels.getNow && { getNow }),
    getMany: (projection, ids) => reading(projection, (build) => readModels.getMany(build, ids)),
    list: (projection, query) => reading(projection, (build) => readModels.list(build, query)),
    count: (projection, index, key) => reading(projection, (build) => readModels.count(build, index, key)),
    ...(counted && {
      counted: (projection: string, index: string, key: string) =>
        reading(projection, (build) => counted.call(readModels, build, index, key)),
    }),
    checkpoint: (projection) => reading(projection, (build) => readModels.checkpoint(build)),
    commit: (build, expected, next, changes) => readModels.commit(build, expected, next, changes),
    drop: (build) => readModels.drop(build),
    forget: readModels.forget?.bind(readModels),
    wipe: () => readModels.wipe(),
    projections: () => readModels.projections(),
    anew: readModels.anew?.bind(readModels),
    scanning: scanning && {
      isOnce: scanning.isOnce,
      documents: (projection, from) => reading(projection, (build) => scanning.documents(build, from)),
      size: (projection) => reading(projection, (build) => scanning.size(build)),
      listings: (projection, from) => reading(projection, (build) => scanning.listings(build, from)),
    },
    close: () => readModels.close(),
  };
}
