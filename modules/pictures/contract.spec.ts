import { expect, it } from 'vitest';
import { pictureAddress, pictureAt, pictureShownBy, pictureSizes, pictureWidths } from './contract.ts';

const id = '9f86d081884c7d659a2feaa0c55ad015';

it('the sizes of an uploaded picture are those that it is kept in', () => {
  const sizes = pictureSizes(pictureAddress(id, 640))?.split(',') ?? [];
  expect(sizes).toEqual(pictureWidths.map((width) => `${pictureAddress(id, width)} ${width}w`));
  expect(sizes.map((size) => pictureAt(size.split(' ')[0] ?? ''))).toEqual(
    pictureWidths.map((width) => ({ pictureId: id, width })),
  );
});

it.each(['/pictures/tools/saw.svg', 'https://images.example/a.webp', ''])('%j is no uploaded picture', (address) => {
  expect(pictureSizes(address)).toBeUndefined();
  expect(pictureAt(address)).toBeUndefined();
  expect(pictureShownBy(address)).toBeUndefined();
});

it.each([
  [pictureAddress(id, 640), true],
  [`${pictureAddress(id, 320)}?v=2#top`, true],
  [`/pictures/tools/..${pictureAddress(id, 1280).slice('/pictures'.length)}`, true],
  [`HTTPS://shop.example:8443${pictureAddress(id, 640)}`, false],
])('%s shows an uploaded picture', (address, isHere) =>
  expect(pictureShownBy(address)).toEqual({ pictureId: id, isHere }),
);
