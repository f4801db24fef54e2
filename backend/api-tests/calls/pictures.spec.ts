import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { newTool, signIn } from '../../testing/api-client.ts';
import { announced } from '../../testing/clients/announced.ts';
import { somePicture } from '../../testing/clients/some-picture.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { openShop, secondNodeOf, shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();
const second = secondNodeOf(shop);

type Uploaded = { readonly insertedId: string; readonly img: string };

const upload = (bytes: Buffer<ArrayBuffer>, headers: Readonly<Record<string, string>> = {}, who = shop.admin) =>
  who.call<Uploaded>('POST', '/pictures', { raw: bytes, headers: { 'content-type': 'image/png', ...headers } });

const served = async (path: string, origin = shop.origin, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(origin + path, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

const sizesOf = (img: string) => [320, 640, 1280].map((width) => img.replace('-640.', `-${width}.`));

describe('POST /pictures', () => {
  it.each([
    { format: 'png', of: 1600, widths: [320, 640, 1280] },
    // What is smaller is not made larger.
    { format: 'jpeg', of: 400, widths: [320, 400, 400] },
    { format: 'webp', of: 400, widths: [320, 400, 400] },
    { format: 'avif', of: 400, widths: [320, 400, 400] },
  ] as const)('keeps a picture that is $format, in three sizes', async ({ format, of, widths }) => {
    const { status, body } = await upload(await somePicture({ width: of, height: of / 2, format }));
    expect(status).toBe(201);
    for (const [at, path] of sizesOf(body.img).entries()) {
      const { response, bytes } = await served(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/webp');
      const { format, width, height } = await sharp(bytes).metadata();
      const wanted = widths[at] ?? 0;
      expect({ format, width, height }).toEqual({ format: 'webp', width: wanted, height: wanted / 2 });
    }
  });

  it('takes away what the camera wrote, and turns it upright', async () => {
    const plain = sharp({ create: { width: 60, height: 40, channels: 3, background: '#36c' } });
    const bytes = await plain
      .withExif({ IFD0: { Copyright: 'Zohra Unmistakable' }, IFD3: { GPSLatitude: '23/1 46/1 37/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { body } = await upload(Buffer.from(bytes));
    for (const path of sizesOf(body.img)) {
      const made = await served(path);
      const { exif, xmp, iptc, orientation, width, height } = await sharp(made.bytes).metadata();
      expect({ exif, xmp, iptc, orientation, width, height }).toEqual({ width: 40, height: 60 });
      expect(made.bytes.includes('Unmistakable')).toBe(false);
    }
  });

  it('is served for ever, to pages of this site, and at every node', async () => {
    const { body } = await upload(await somePicture({ colour: '#0a7' }));
    const [here, there] = [await served(body.img), await served(body.img, second.origin)];
    expect(there.response.status).toBe(200);
    expect(there.bytes.equals(here.bytes)).toBe(true);
    const headers = Object.fromEntries(here.response.headers);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    const known = { 'if-none-match': headers.etag ?? '', 'cache-control': 'max-age=0' };
    expect((await served(body.img, shop.origin, known)).response.status).toBe(304);
    const tool = newTool({ img: body.img });
    expect((await shop.admin.post('/tool', tool)).status).toBe(201);
  });

  it('keeps the same picture once, whoever uploads it under whatever key', async () => {
    const bytes = await somePicture({ colour: '#123' });
    const replies = await Promise.all([upload(bytes), upload(bytes, { 'idempotency-key': randomUUID() })]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(replies[0]?.body).toEqual(replies[1]?.body);
  });

  it('refuses a key that was used for another picture', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    expect((await upload(await somePicture({ colour: '#111' }), headers)).status).toBe(201);
    expectProblem(await upload(await somePicture({ colour: '#222' }), headers), 409);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['text', 'hello'],
    ['nothing', ''],
  ])('refuses %s, whatever it is called', async (_, text) => {
    expectProblem(await upload(Buffer.from(text)), 400);
  });

  it('refuses a GIF, half a picture, and one that grows beyond all bounds', async () => {
    expectProblem(await upload(await somePicture({ format: 'gif' })), 400);
    const whole = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expectProblem(await upload(Buffer.from(whole.subarray(0, whole.length / 2))), 400);
    const black = { width: 8_000, height: 6_600, channels: 1 } as const;
    const bomb = await sharp(Buffer.alloc(black.width * black.height), { raw: black })
      .png({ compressionLevel: 1 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(3_000_000);
    expectProblem(
      await upload(bomb),
      400,
      'This picture has more than 52 million pixels. Please save it smaller, and try again.',
    );
  });

  it('reads no more than 10 MB', async () => {
    const headers = { authorization: `Bearer ${shop.admin.token}`, 'content-type': 'image/png' };
    expectProblem(await announced(`${shop.origin}/pictures`, 10 * 1_024 * 1_024 + 1, headers), 413);
  });

  it('is for admins, who may upload so many in a day', async () => {
    expectProblem(await upload(await somePicture(), {}, shop.shopper), 403);
    const strict = await openShop({ PICTURES_PER_DAY: '1' });
    const admin = await signIn(strict.origin, demoAdmin.email, demoPassword);
    const raw = await somePicture({ colour: '#a1a' });
    expect((await admin.call('POST', '/pictures', { raw })).status).toBe(201);
    expectProblem(await admin.call('POST', '/pictures', { raw: await somePicture({ colour: '#b2b' }) }), 429);
    await strict.end();
  });

  it('is nowhere that nothing was uploaded', async () => {
    for (const path of [`/pictures/uploaded/${'0'.repeat(32)}-640.webp`, '/pictures/uploaded/../x-640.webp']) {
      expect((await served(path)).response.status).toBe(404);
    }
  });
});
