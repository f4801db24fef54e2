import { z } from 'zod';
import { Invalid } from '../kernel/errors.ts';
import { type Route, route } from '../kernel/route.ts';
import { inserted } from '../kernel/wire/wire.ts';
import { pictureAddress } from './contract.ts';
import { longestPicture, pictureTypes, typesInWords } from './upload/contract.ts';
import { type UploadWiring, upload } from './upload/upload.ts';

const uploaded = inserted.extend({ img: z.string().describe('Where it is served; fit for a tool’s img') });

export function pictureRoutes(wiring: UploadWiring): Route[] {
  return [
    route({
      method: 'post',
      path: '/pictures',
      access: 'admin',
      summary: `Upload a picture: ${typesInWords}, of which the shop makes its own sizes`,
      bodyAs: 'file',
      file: { types: pictureTypes, longest: longestPicture },
      answers: { 201: { description: 'Kept; the same picture has the same id', schema: uploaded } },
      async handle({ caller, rawBody, signal, command }) {
        if (rawBody.length === 0) throw new NothingUploaded();
        const { pictureId, position } = await upload(wiring, { uid: caller.uid, bytes: rawBody, signal }, command);
        const body = { acknowledged: true, insertedId: pictureId, img: pictureAddress(pictureId, 640) };
        return { status: 201, body, position };
      },
    }),
  ];
}

class NothingUploaded extends Invalid {
  constructor() {
    super('There is no picture in this upload: send its bytes as the body.');
  }
}
