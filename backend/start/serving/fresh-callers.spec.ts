import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { KnownUser } from '../../../modules/kernel/route.ts';
import { freshCallers } from './fresh-callers.ts';

const ann: KnownUser = { uid: 'ann', role: 'admin', email: 'ann@inventory.example', name: 'Ann' };

describe('somebody who opens a live connection', () => {
  it('is who they are once all that other processes have written is shown', async () => {
    const fresh = Promise.withResolvers<boolean>();
    let role: KnownUser['role'] = 'admin';
    const caller = freshCallers(
      () => fresh.promise,
      async () => ({ ...ann, role }),
    )('ann');
    role = 'user';
    fresh.resolve(true);
    expect(await caller).toMatchObject({ role: 'user' });
    expect(
      await freshCallers(
        () => undefined,
        async () => ann,
      )('ann'),
    ).toBe(ann);
  });

  it('is refused where that is not shown in time, and may have been demoted', async () => {
    const callerOf = freshCallers(
      async () => false,
      async () => ann,
    );
    await expect(callerOf('ann')).rejects.toThrow(Unavailable);
  });
});
