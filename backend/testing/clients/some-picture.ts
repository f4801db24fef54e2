import sharp from 'sharp';

/** A picture as somebody uploads it: of one colour, but for what the test is about. */
export async function somePicture({
  width = 40,
  height = 30,
  colour = '#c60',
  format = 'png',
}: {
  readonly width?: number;
  readonly height?: number;
  readonly colour?: string;
  readonly format?: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif';
} = {}): Promise<Buffer<ArrayBuffer>> {
  const picture = sharp({ create: { width, height, channels: 3, background: colour } });
  return Buffer.from(await picture.toFormat(format).toBuffer());
}
