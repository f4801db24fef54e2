import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { TooMany } from '../../kernel/errors.ts';
import { pictureUploaded } from '../testing/examples.ts';
import { uploader } from '../uploader.ts';
import { uploadPicture } from './upload-picture.ts';

const at = (hour: string) => `2026-01-02T${hour}:00:00.000Z`;
const upload = (hour: string, perDay: number) => {
  const { at: _, ...picture } = pictureUploaded().data;
  return uploadPicture.bind(undefined, { type: 'UploadPicture', now: new Date(at(hour)), perDay, picture });
};

describe('uploading a picture', () => {
  it('is counted', () =>
    given(uploader)
      .when(upload('10', 1))
      .then(pictureUploaded({ at: at('10') })));

  it('is refused to who has uploaded as many within a day', () =>
    given(uploader, pictureUploaded({ at: at('10') }), pictureUploaded({ at: at('11') }))
      .when(upload('12', 2))
      .thenThrows(TooMany));

  it('goes on once the first of them is a day old', () =>
    given(uploader, pictureUploaded({ at: '2026-01-01T11:59:00.000Z' }), pictureUploaded({ at: at('11') }))
      .when(upload('12', 2))
      .then(pictureUploaded({ at: at('12') })));

  it('has no bound where the shop sets none', () =>
    given(uploader, pictureUploaded({ at: at('10') }))
      .when(upload('10', 0))
      .then(pictureUploaded({ at: at('10') })));
});
