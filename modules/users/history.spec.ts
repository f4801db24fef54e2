import { describe, expect, it } from 'vitest';
import { stored } from '../../backend/testing/stored.ts';
import { foldView } from '../kernel/history.ts';
import type { AdminEvent } from './events.ts';
import { userHistory } from './history.ts';
import { adminListed, adminStruckOff } from './testing/examples.ts';

describe('the list of admins, in the history', () => {
  const view = userHistory.views.find(({ name }) => name === 'admins');
  const shownAfter = (...events: AdminEvent[]) =>
    view?.shown(
      foldView(
        view,
        events.map((event, at) => stored(event, { revision: BigInt(at) })),
        () => false,
      ),
    );

  it('has one more when somebody is promoted, and the others as before', () => {
    expect(shownAfter(adminListed())).toEqual({ admins: { u1: 'listed' } });
    expect(shownAfter(adminListed(), adminListed({ uid: 'u2' }))).toEqual({ admins: { u1: 'listed', u2: 'listed' } });
  });

  it('says who was struck off', () => {
    const states = shownAfter(adminListed(), adminListed({ uid: 'u2' }), adminStruckOff());
    expect(states).toEqual({ admins: { u1: 'struck off', u2: 'listed' } });
  });
});
