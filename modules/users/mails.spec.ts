import { describe, expect, it } from 'vitest';
import { stored } from '../../backend/testing/stored.ts';
import type { UserDemoted, UserPromoted } from './events.ts';
import { userMails } from './mails.ts';
import { userDemoted, userPromoted } from './testing/examples.ts';

const people = new Map(
  ['u1', 'a1', 'a2', 'a3'].map((uid) => [uid, { _id: uid, name: `Name ${uid}`, email: `${uid}@example.com` }]),
);
const directory = {
  find: async (uid: string) => ({ found: people.get(uid), asOf: 0n }),
  admins: async () => ['a1', 'a2', 'a3', 'u1'],
};
/** What is written because of an event, to whom it makes an admin, or takes that from, and who is so or not by then. */
const writtenOf = (event: UserPromoted | UserDemoted, isAdminByThen = event.type === 'UserPromoted') =>
  userMails(directory, { includes: async () => isAdminByThen }).becauseOf(stored(event));
const told = async (...of: Parameters<typeof writtenOf>) =>
  (await writtenOf(...of)).map(({ to, kind, paragraphs }) => [to.uid, kind, paragraphs[0]]);

describe('who becomes an admin', () => {
  it('is told, and so are all other admins, who did it among them', async () => {
    const others = 'Name a1 made Name u1 (u1@example.com) an admin.';
    expect(await told(userPromoted({ by: 'a1' }))).toEqual([
      ['u1', 'promoted', 'Name a1 made you an admin.'],
      ['a1', 'admin-added', 'You made Name u1 (u1@example.com) an admin.'],
      ['a2', 'admin-added', others],
      ['a3', 'admin-added', others],
    ]);
  });

  it('is named by uid, and so is who did it, so that nobody reads of who was forgotten', async () => {
    const named = async (event: UserPromoted | UserDemoted) =>
      (await writtenOf(event)).map(({ to, names }) => [to.uid, names]);
    expect(await named(userPromoted({ by: 'a1' }))).toEqual([
      ['u1', ['a1']],
      ['a1', ['u1', 'a1']],
      ['a2', ['u1', 'a1']],
      ['a3', ['u1', 'a1']],
    ]);
    expect((await named(userPromoted({ by: 'operator:root' })))[1]).toEqual(['a1', ['u1']]);
    expect(await named(userDemoted({ by: 'a1' }))).toEqual([['u1', ['a1']]]);
  });

  it('is told when an operator did it, and the seed tells nobody', async () => {
    expect((await told(userPromoted({ by: 'operator:root' }))).map(([uid]) => uid)).toEqual(['u1', 'a1', 'a2', 'a3']);
    expect((await told(userPromoted({ by: 'operator:root' })))[0]?.[2]).toBe(
      'An operator of the shop made you an admin.',
    );
    expect(await told(userPromoted({ by: 'system' }))).toEqual([]);
  });

  it('is told when they are none any more; who was erased is not spoken of', async () => {
    expect(await told(userDemoted({ by: 'a1' }))).toEqual([['u1', 'demoted', expect.stringMatching(/^Name a1 took/)]]);
    expect(await told(userPromoted({ uid: 'gone', by: 'a1' }))).toEqual([]);
  });

  it('is told neither that they are one nor that they are none once that is past, and the others what happened', async () => {
    expect(await told(userDemoted({ by: 'a1' }), true)).toEqual([]);
    const late = await writtenOf(userPromoted({ by: 'a1' }), false);
    expect(late.map(({ to, subject }) => [to.uid, subject])).toEqual(
      ['a1', 'a2', 'a3'].map((uid) => [uid, 'There was a new admin']),
    );
    expect(late[0]?.paragraphs).toEqual([
      'You made Name u1 (u1@example.com) an admin.',
      'They are none any more. If that was not you, please set a new password: that ends all your other sessions.',
    ]);
  });
});
