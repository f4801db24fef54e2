import { pictureAddress, pictureAt, pictureWidths } from '../../../modules/pictures/contract.ts';
import type { ApiClient } from '../api-client.ts';
import { somePicture } from './some-picture.ts';

/** A picture that an admin has uploaded. `isShownAt` says whether a shop serves all its sizes, as the one where it was uploaded does. */
export async function uploadedPicture(admin: ApiClient) {
  const { body } = await admin.call<{ img: string }>('POST', '/pictures', { raw: await somePicture({ width: 900 }) });
  const pictureId = pictureAt(body.img)?.pictureId ?? '';
  const shownAt = async (origin: string) => {
    const sizes: (Buffer | number)[] = [];
    for (const width of pictureWidths) {
      const response = await fetch(origin + pictureAddress(pictureId, width));
      sizes.push(response.ok ? Buffer.from(await response.arrayBuffer()) : response.status);
    }
    return sizes;
  };
  const uploaded = await shownAt(admin.origin);
  return {
    img: body.img,
    isShownAt: async (origin: string) => {
      const there = await shownAt(origin);
      return uploaded.every((bytes, at) => bytes instanceof Buffer && bytes.equals(there[at] as Buffer));
    },
  };
}
