import { Unavailable } from '../../modules/kernel/errors.ts';
import type { AsOf, Found, ReadModels } from '../../modules/kernel/read-models.ts';

/** An id that hardly any document has. */
const nobody = '';

/**
 * Read models that rather refuse than show something older than they have shown, or were known to hold. A Redis that
 * was emptied, or put back to an older state, would otherwise answer as if people and their orders had never been, until
 * the projections have caught up: somebody would be logged out because nobody knows them.
 *
 * What projections work with (`getMany`, `checkpoint`, `commit`) is left as it is: they are the ones who catch up.
 * @param refused told each time, so that they do it now
 */
export function neverOlder(readModels: ReadModels, refused: () => void = () => {}): ReadModels {
  const known = new Map<string, bigint>();

  function learn(projection: string, checkpoint: bigint | undefined): void {
    if (checkpoint !== undefined && checkpoint > (known.get(projection) ?? -1n)) known.set(projection, checkpoint);
  }

  /** @param least how far they were known to be when the reading began */
  function check(projection: string, least: bigint | undefined, { asOf }: AsOf): void {
    if (least !== undefined && (asOf ?? -1n) < least) {
      refused();
      throw new Unavailable(`The read models of ${projection} are older than they were, and are catching up.`);
    }
    learn(projection, asOf);
  }

  async function checked<Answer extends AsOf>(projection: string, reading: Promise<Answer>): Promise<Answer> {
    const least = known.get(projection);
    const answer = await reading;
    check(projection, least, answer);
    return answer;
  }

  function getNow(projection: string, id: string): Found | undefined {
    const found = readModels.getNow?.(projection, id);
    if (found) check(projection, known.get(projection), found);
    return found;
  }

  /**
   * Sent at once with the counting, and answered after it: what went back before would have to be caught up by now. Asked for with
   * a document, if only one that nobody has, since what many ask for at the same time is asked for together.
   */
  const checkpointOf = (projection: string) => readModels.get(projection, nobody);

  return {
    mostPerCommit: readModels.mostPerCommit,
    isInOrder: readModels.isInOrder,
    isShared: readModels.isShared,
    mayLose: readModels.mayLose?.bind(readModels),
    get: (projection, id) => checked(projection, readModels.get(projection, id)),
    ...(readModels.getNow && { getNow }),
    list: (projection, query) => checked(projection, readModels.list(projection, query)),
    isAtHand: readModels.isAtHand?.bind(readModels),
    async count(projection, index, key) {
      if (readModels.counted) return (await checked(projection, readModels.counted(projection, index, key))).count;
      const counting = readModels.count(projection, index, key);
      const [count] = await Promise.all([counting, checked(projection, checkpointOf(projection))]);
      return count;
    },
    getMany: (projection, ids) => readModels.getMany(projection, ids),
    async checkpoint(projection) {
      const checkpoint = await readModels.checkpoint(projection);
      learn(projection, checkpoint);
      return checkpoint;
    },
    async commit(projection, expected, next, changes) {
      await readModels.commit(projection, expected, next, changes);
      learn(projection, next);
    },
    async drop(projection) {
      known.delete(projection);
      await readModels.drop(projection);
    },
    forget: (projection) => void known.delete(projection),
    wipe: () => readModels.wipe(),
    projections: () => readModels.projections(),
    anew: readModels.anew?.bind(readModels),
    scanning: readModels.scanning,
    close: () => readModels.close(),
  };
}
