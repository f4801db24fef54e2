import type { WantedPictures } from './contract.ts';
import { pictureAt } from './contract.ts';
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
        const asked = pictureAt(address);
        if (!asked) continue;
        const stays = await marks.renew(asked.pictureId, now().getTime());
        if (!(stays && (await pictures.has(asked.pictureId)))) missing.push(address);
      }
      return missing;
    },
  };
}
