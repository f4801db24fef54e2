import type { DomainEvent } from '../kernel/event.ts';
import { storedEvents } from '../kernel/stored-events.ts';

/**
 * An admin uploaded a picture of so many bytes, counted at this moment (ISO 8601, UTC). Its id is worked out from what was
 * uploaded, so that the same picture is the same one again.
 */
export type PictureUploaded = DomainEvent<
  'PictureUploaded',
  { pictureId: string; uid: string; at: string; bytes: number }
>;

/** These pictures were taken away at this moment (ISO 8601, UTC), since no tool had shown them for a time: a hundred at most. */
export type PicturesRemoved = DomainEvent<
  'PicturesRemoved',
  { sweepId: string; at: string; pictureIds: readonly string[] }
>;

export const pictureEvents = storedEvents<PictureUploaded | PicturesRemoved>({
  PictureUploaded: { version: 1 },
  PicturesRemoved: { version: 1 },
});
