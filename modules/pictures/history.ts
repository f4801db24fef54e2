import { history } from '../kernel/history.ts';
import type { PictureUploaded } from './events.ts';

/** How what happened to pictures is told. */
export const pictureHistory = history<PictureUploaded>({
  streams: ['uploader'],
  events: {
    PictureUploaded: {
      shows: ['pictureId', 'uid', 'at', 'bytes'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} uploaded a picture`,
    },
  },
});
