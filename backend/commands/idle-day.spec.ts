import { expect, it } from 'vitest';
import { TooMany } from '../../modules/kernel/errors.ts';
import { mostIdleADay, noIdleDay, refuseTooIdle, withIdleCall } from './idle-day.ts';

it('two nodes of which one has another day already count the same one, so that nobody begins again by asking at both in turn', () => {
  const actor = { uid: 'u1', role: 'user' } as const;
  const clocks = ['2026-01-03T00:00:01.000Z', '2026-01-02T23:59:59.000Z'] as const;
  let counted = noIdleDay;
  for (let call = 0; call < mostIdleADay; call++) {
    for (const time of clocks) expect(() => refuseTooIdle(counted, actor, new Date(time))).not.toThrow();
    counted = withIdleCall(counted, { actor, time: clocks[call % 2] ?? '' });
  }
  for (const time of clocks) expect(() => refuseTooIdle(counted, actor, new Date(time))).toThrow(TooMany);
});
