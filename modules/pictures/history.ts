import { history } from '../kernel/history.ts';
import type { PicturesRemoved, PictureUploaded } from './events.ts';

/** How what happened to pictures is told. */
export const pictureHistory = history<PictureUploaded | PicturesRemoved>({
  streams: ['uploader', 'picture-sweep'],
  events: {
    PictureUploaded: {
      shows: ['pictureId', 'uid', 'at', 'bytes'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} uploaded a picture`,
    },
    PicturesRemoved: {
      shows: ['sweepId', 'at', 'pictureIds'],
      says: ({ data: { pictureIds } }) =>
        pictureIds.length === 1
          ? 'A picture was taken away that no tool showed any more'
          : `${pictureIds.length} pictures were taken away that no tool showed any more`,
    },
  },
});
