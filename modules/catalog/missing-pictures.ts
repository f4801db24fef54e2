import { type FieldError, wrongFields } from '../kernel/errors.ts';
import type { WantedPictures } from '../pictures/contract.ts';

type Shown = { readonly img: string; readonly pictures?: readonly string[] | undefined };

const addressesOf = ({ img, pictures = [] }: Shown) => [img, ...pictures];

/**
 * A tool shows uploaded pictures only that are kept: one that no tool has shown for long is not. What it shows already it may go on
 * to show, since nothing gets worse by it.
 * @param before the tool as it is; undefined for a new one
 * @returns what is wrong, by field
 */
export async function missingPictures(
  wanted: WantedPictures,
  said: Shown,
  before: () => Promise<Shown | undefined>,
): Promise<FieldError[]> {
  const missing = await wanted.missing(addressesOf(said));
  if (missing.length === 0) return [];
  const now = await before();
  const shown = now ? addressesOf(now) : [];
  return [{ path: 'img', address: said.img }]
    .concat((said.pictures ?? []).map((address, at) => ({ path: `pictures.${at}`, address })))
    .filter(({ address }) => missing.includes(address) && !shown.includes(address))
    .map(({ path }) => ({ path, message: 'This picture is not kept any more. Please upload it again' }));
}

/** @throws Invalid where one of them is not kept any more */
export async function refuseMissing(...asked: Parameters<typeof missingPictures>): Promise<void> {
  const errors = await missingPictures(...asked);
  if (errors.length > 0) throw wrongFields(errors);
}
