/** A file that is shorter than this is sent as it is, in bytes: a phone's network has it away in a second or two. */
const short = 1_000_000;

/** The longer side of what is sent, in pixels: twice that of the largest size that the shop makes, so that nothing is lost of it. */
const longerSide = 2_560;

/** Of what is made anew: what is lost of it is not seen in a size half as large. */
const quality = 0.92;

/**
 * A photo as a phone takes it, made small enough for its network before it is sent: upright, since what the camera wrote about that
 * is not in it any more. Whatever has no more pixels than the shop needs, or cannot be made smaller here without harm, is the file
 * as it was: the shop makes its own sizes of that, too.
 */
export async function smallerPicture(file: File): Promise<Blob> {
  if (file.size <= short || !canvasIsTrue()) return file;
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!picture) return file; // What this browser cannot read the shop may.
  try {
    const scale = longerSide / Math.max(picture.width, picture.height);
    if (scale >= 1) return file;
    const canvas = canvasOf(Math.round(picture.width * scale), Math.round(picture.height * scale));
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/webp', quality);
    });
    // A browser that cannot write WebP has made a PNG.
    return made?.type === 'image/webp' && made.size < file.size ? made : file;
  } finally {
    picture.close();
  }
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), { width, height });
}

/** Some browsers hand out noise in the place of what was drawn, so that nobody is known by it: no picture may be made of that. */
function canvasIsTrue(): boolean {
  const context = canvasOf(8, 8).getContext('2d');
  if (!context) return false;
  context.fillStyle = 'rgb(128, 64, 32)';
  context.fillRect(0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  return data.every((value, at) => value === [128, 64, 32, 255][at % 4]);
}
