import type { ReadModels } from '../../modules/kernel/read-models.ts';

/** Read models of which each call may be held up or fail first: `before` is told which method and projection it is. */
export function troubledReadModels(
  inner: ReadModels,
  before: (method: keyof ReadModels, projection: string) => Promise<void> | void,
): ReadModels {
  return {
    mostPerCommit: inner.mostPerCommit,
    async get(projection, id) {
      await before('get', projection);
      return inner.get(projection, id);
    },
    async getMany(projection, ids) {
      await before('getMany', projection);
      return inner.getMany(projection, ids);
    },
    async list(projection, query) {
      await before('list', projection);
      return inner.list(projection, query);
    },
    async count(projection, index, key) {
      await before('count', projection);
      return inner.count(projection, index, key);
    },
    async checkpoint(projection) {
      await before('checkpoint', projection);
      return inner.checkpoint(projection);
    },
    async commit(projection, expected, next, changes) {
      await before('commit', projection);
      return inner.commit(projection, expected, next, changes);
    },
    async drop(projection) {
      await before('drop', projection);
      return inner.drop(projection);
    },
    wipe: () => inner.wipe(),
    projections: () => inner.projections(),
    close: () => inner.close(),
  };
}
