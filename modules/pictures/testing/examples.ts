import type { PicturesRemoved, PictureUploaded } from '../events.ts';

/** An upload as specs need it: the usual case, but for what the sentence is about. */
export const pictureUploaded = (but: Partial<PictureUploaded['data']> = {}): PictureUploaded => ({
  type: 'PictureUploaded',
  data: {
    pictureId: '9f86d081884c7d659a2feaa0c55ad015',
    uid: 'u1',
    at: '2026-01-02T03:04:05.000Z',
    bytes: 2_415_919,
    ...but,
  },
});

/** A removal as specs need it. */
export const picturesRemoved = (but: Partial<PicturesRemoved['data']> = {}): PicturesRemoved => ({
  type: 'PicturesRemoved',
  data: {
    sweepId: 's1',
    at: '2026-01-02T03:04:05.000Z',
    pictureIds: ['9f86d081884c7d659a2feaa0c55ad015'],
    ...but,
  },
});
