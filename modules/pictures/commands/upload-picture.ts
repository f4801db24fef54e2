import { TooMany } from '../../kernel/errors.ts';
import { secondsUntilRoom } from '../../kernel/time/day-quota.ts';
import type { PictureUploaded } from '../events.ts';
import type { Uploader } from '../uploader.ts';

export type UploadPicture = {
  type: 'UploadPicture';
  now: Date;
  /** The quota: so many pictures in any 24 hours; 0 is without limit. */
  perDay: number;
  picture: Omit<PictureUploaded['data'], 'at'>;
};

/** Counts one more picture of a person, if they have not uploaded too many within a day. */
export function uploadPicture({ now, perDay, picture }: UploadPicture, uploader: Uploader): PictureUploaded[] {
  refuseOverQuota({ now, perDay }, uploader);
  return [{ type: 'PictureUploaded', data: { ...picture, at: now.toISOString() } }];
}

/** @throws TooManyPictures when there is no room for another */
export function refuseOverQuota({ now, perDay }: Pick<UploadPicture, 'now' | 'perDay'>, { recent }: Uploader): void {
  const wait = secondsUntilRoom(recent, perDay, now);
  if (wait !== undefined) throw new TooManyPictures(perDay, wait);
}

class TooManyPictures extends TooMany {
  /** @param wait in seconds */
  constructor(perDay: number, wait: number) {
    const hours = Math.ceil(wait / 3_600);
    const uploaded = `You have uploaded ${perDay === 1 ? 'a picture' : `${perDay} pictures`} within a day, which is the most.`;
    super(`${uploaded} Please upload the next one in ${hours === 1 ? 'an hour' : `${hours} hours`}.`, wait);
  }
}
