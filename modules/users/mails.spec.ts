import { describe, expect, it } from 'vitest';
import { stored } from '../../backend/testing/stored.ts';
import { userMails } from './mails.ts';
import { userDemoted, userPromoted } from './testing/examples.ts';

const people = new Map(
  ['u1', 'a1', 'a2', 'a3'].map((uid) => [uid, { _id: uid, name: `Name ${uid}`, email: `${uid}@example.com` }]),
);
const written = userMails({
  find: async (uid) => ({ found: people.get(uid), asOf: 0n }),
  admins: async () => ['a1', 'a2', 'a3', 'u1'],
});
const told = async (event: ReturnType<typeof userPromoted | typeof userDemoted>) =>
  (await written.becauseOf(stored(event))).map(({ to, kind, paragraphs }) => [to.uid, kind, paragraphs[0]]);

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
    const named = async (event: ReturnType<typeof userPromoted | typeof userDemoted>) =>
      (await written.becauseOf(stored(event))).map(({ to, names }) => [to.uid, names]);
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
});
