import type { WantedPictures } from './contract.ts';
import { pictureShownBy } from './contract.ts';
import type { KeptPictures } from './kept-pictures.ts';
import type { UnusedMarks } from './unused-marks.ts';

/** Pictures as those want them who are about to show them. */
export function wantedPictures({
  pictures,
  marks,
  now,
}: {
  readonly pictures: KeptPictures;
  readonly marks: UnusedMarks;
  readonly now: () => Date;
}): WantedPictures {
  return {
    async missing(addresses) {
      const missing: string[] = [];
      for (const address of new Set(addresses)) {
        const asked = pictureShownBy(address);
        if (!asked) continue;
        const stays = await marks.renew(asked.pictureId, now().getTime());
        const isThere = stays && (!asked.isHere || (await pictures.has(asked.pictureId)));
        if (!isThere) missing.push(address);
      }
      return missing;
    },
  };
}
