import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { AsOf, ReadModels, Scanning } from '../../../modules/kernel/read-models.ts';

/** How often it is looked again until nothing was written in between. */
const mostLooks = 20;

/** One of two read models that are held against each other, by what one of their projections keeps. */
export type Side = {
  readonly name: string;
  readonly scanning: Scanning;
  /** The documents under these ids, of one moment; `asOf` is undefined where that could not be had. */
  readonly find: (ids: readonly string[]) => Promise<AsOf & { readonly documents: readonly (string | undefined)[] }>;
  /** Brings it to exactly this position, as far as it goes. Left out of one that others feed. */
  readonly reach?: (position: bigint) => Promise<void>;
};

/**
 * What a projection keeps in a store, which others may write meanwhile.
 * @param name under which its documents are kept
 * @throws Unavailable for a store that cannot be read through
 */
export function sideOf(readModels: Pick<ReadModels, 'scanning' | 'getMany' | 'checkpoint'>, name: string): Side {
  const { scanning } = readModels;
  if (!scanning) throw new Unavailable('These read models cannot be read through.');
  return {
    name,
    scanning,
    async find(ids) {
      let before = await readModels.checkpoint(name);
      for (let looks = 1; ; looks++) {
        const documents = await readModels.getMany(name, ids);
        const after = await readModels.checkpoint(name);
        if (after === before) return { documents, asOf: after };
        if (looks === mostLooks) return { documents, asOf: undefined };
        before = after;
      }
    },
  };
}
