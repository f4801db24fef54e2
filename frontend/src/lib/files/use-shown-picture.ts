import { useState } from 'react';
import { pictureSizes } from '../../../../modules/pictures/contract.ts';

/** A drawing of the shop's own, as large as every product's picture. */
const missing = '/pictures/no-picture.svg';

/**
 * How to show a product's picture. One that cannot be fetched or shown gives way to a drawing, and not to the browser's broken
 * glyph; one that is not encrypted on its way, of a tool from before that was asked for, is not fetched at all.
 * @param img where it is; empty for none
 * @param sizes how wide it is drawn, for the browser to choose among its sizes
 */
export function useShownPicture(img: string, sizes: string) {
  const [broken, setBroken] = useState<string>();
  const isShown = img !== '' && broken !== img && !/^http:/i.test(img);
  const srcSet = isShown ? pictureSizes(img) : undefined;
  return { ...(srcSet && { srcSet, sizes }), src: isShown ? img : missing, onError: () => setBroken(img) };
}
