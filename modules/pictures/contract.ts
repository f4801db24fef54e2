/** What is said of uploaded pictures to the browser, and to nobody's cost: without the schemas, which the home page does not need. */

/** How wide a picture is kept, in pixels: on a phone, on a card, and on the tool's own page. */
export const pictureWidths = [320, 640, 1280] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** Below this the shop serves what was uploaded. */
const uploadedPath = '/pictures/uploaded/';

/** Where one size of a picture is served. */
export function pictureAddress(pictureId: string, width: PictureWidth): string {
  return `${uploadedPath}${pictureId}-${width}.webp`;
}

/** Pictures of this site as those want them who are about to show them. */
export type WantedPictures = {
  /**
   * Which of these addresses are of uploaded pictures that are not kept any more. The others stay for as long as if they were new. A whole
   * address is only where its picture is just being taken away: what is not kept here may be kept by another shop.
   */
  readonly missing: (addresses: readonly string[]) => Promise<readonly string[]>;
};

const uploaded = /^\/pictures\/uploaded\/([\da-f]{32})-(320|640|1280)\.webp$/;

/** The picture and the size that an address of this site is of; undefined for any other address. */
export function pictureAt(address: string): { readonly pictureId: string; readonly width: PictureWidth } | undefined {
  const [, pictureId, said] = uploaded.exec(address) ?? [];
  const width = pictureWidths.find((one) => `${one}` === said);
  return pictureId === undefined || width === undefined ? undefined : { pictureId, width };
}

const here = 'https://here.invalid';

/**
 * The uploaded picture that browsers show at an address, read as they do: with a query behind it, or whole, by any of the names by
 * which the shop is reached. `isHere`: it can only be one of this shop; a whole address may be one of another.
 */
export function pictureShownBy(address: string): { readonly pictureId: string; readonly isHere: boolean } | undefined {
  if (!URL.canParse(address, here)) return undefined;
  const { pathname, origin } = new URL(address, here);
  const picture = pictureAt(pathname);
  return picture && { pictureId: picture.pictureId, isHere: origin === here };
}

/**
 * All sizes of an uploaded picture, as `srcset` says them; undefined for a picture that the shop has in one size alone. By
 * itself, and not by the functions above: the home page is counted in bytes.
 */
export function pictureSizes(address: string): string | undefined {
  const [, picture] = /^(\/pictures\/uploaded\/\w+-)\d+\.webp$/.exec(address) ?? [];
  return picture && [320, 640, 1280].map((width) => `${picture}${width}.webp ${width}w`).join();
}
