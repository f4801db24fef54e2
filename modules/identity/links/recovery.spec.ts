import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { recoveryAsked, recoveryForNobody } from '../testing/examples.ts';
import { findNobody, type Recovery, recovery } from './recovery.ts';

const find = (state: Recovery) => findNobody({ type: 'FindNobody', accountId: 'a1' }, state);

describe('a recovery that nobody has the address of', () => {
  it('is written down once, in the place of a link', () => {
    given(recovery, recoveryAsked()).when(find).then(recoveryForNobody());
    given(recovery, recoveryAsked(), recoveryForNobody()).when(find).thenNothing();
  });
});
