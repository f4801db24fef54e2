import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { sweep } from '../sweep.ts';
import { picturesRemoved } from '../testing/examples.ts';
import { removePictures } from './remove-pictures.ts';

const remove = removePictures.bind(undefined, { type: 'RemovePictures', ...picturesRemoved().data });

describe('taking pictures away', () => {
  it('is written down', () => given(sweep).when(remove).then(picturesRemoved()));

  it('is written down once', () => given(sweep, picturesRemoved()).when(remove).thenNothing());
});
