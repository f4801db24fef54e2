import type { PicturesRemoved } from '../events.ts';
import type { Sweep } from '../sweep.ts';

export type RemovePictures = { type: 'RemovePictures' } & PicturesRemoved['data'];

/** Writes down, once, that pictures are taken away. */
export function removePictures({ type: _, ...removed }: RemovePictures, { isDone }: Sweep): PicturesRemoved[] {
  return isDone ? [] : [{ type: 'PicturesRemoved', data: removed }];
}
