import type { Sizes } from '../../modules/pictures/kept-pictures.ts';

/*
 * A process that makes the sizes of one picture, answers, and is ended by whoever has started it. It is told the bytes that were
 * uploaded.
 */
export type FromMaker = { readonly sizes: Sizes } | { readonly refused: string };

process.once('message', async (uploaded) => {
  try {
    const { picturesOf } = await import('./pictures-of.ts').catch(() => process.exit(3));
    const answer: FromMaker = await picturesOf(Buffer.from(uploaded as Uint8Array));
    process.send?.(answer);
  } catch {
    const refused = 'This picture cannot be read. Please save it anew, and try again.';
    process.send?.({ refused } satisfies FromMaker);
  }
});
