import sharp from 'sharp';
import { pictureWidths } from '../../modules/pictures/contract.ts';
import type { Sizes } from '../../modules/pictures/kept-pictures.ts';
import { typesInWords } from '../../modules/pictures/upload/contract.ts';

/**
 * The most pixels that a picture may have: as many as phones take. Each is held in four bytes while an AVIF is read; and a PNG of
 * a few kB may say that it has a billion.
 */
const mostPixels = 52_000_000;

/** How long a size may be, in bytes: a record of EventStoreDB holds it, in base64, and a page is not kept waiting for it. */
const longestSize = 350_000;

/** The better ones first: the first that is short enough is taken. Noise of the largest size is 250 kB at the last. */
const qualities = [80, 65, 50, 35, 20, 8];

/** What is read, by what it is: nothing else has a reader here, so neither SVG nor what loads other files. */
const readers = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'];

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: readers });

const wanted = `Please upload a ${typesInWords}.`;

/**
 * All sizes of a picture: upright, without what a camera wrote beside it (EXIF: when, where, and by whose camera), and the first
 * frame alone of one that moves. A small one is not made larger.
 */
export async function picturesOf(uploaded: Buffer): Promise<{ sizes: Sizes } | { refused: string }> {
  const open = () => sharp(uploaded, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true, pages: 1 });
  const found = await open()
    .metadata()
    .catch((reason: Error) => (/pixel limit/.test(reason.message) ? 'large' : undefined));
  if (found === 'large') return { refused: tooLarge };
  if (!found) return { refused: `This is no picture that the shop can read. ${wanted}` };
  const { format, compression, width = 0, height = 0 } = found;
  if (format === 'heif' && compression !== 'av1') return { refused: `The shop cannot read HEIC. ${wanted}` };
  if (width * height > mostPixels) return { refused: tooLarge };
  const sizes: [number, Buffer][] = [];
  // From the largest on: the others are made of that, as what was uploaded may take seconds to read.
  const [largest = 1280, ...smaller] = pictureWidths.toReversed();
  const upright = await open()
    .autoOrient()
    .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer();
  for (const box of [largest, ...smaller]) sizes.push([box, await shortEnough(upright, box)]);
  // Every width is among them.
  return { sizes: Object.fromEntries(sizes) as Sizes };
}

const tooLarge = `This picture has more than ${mostPixels / 1_000_000} million pixels. Please save it smaller, and try again.`;

async function shortEnough(picture: Buffer, box: number): Promise<Buffer> {
  let made = Buffer.alloc(0);
  for (const quality of qualities) {
    made = await sharp(picture)
      .resize({ width: box, height: box, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: 5 })
      .toBuffer();
    if (made.length <= longestSize) break;
  }
  return made;
}
