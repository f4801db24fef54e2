import { describe, expect, it } from 'vitest';
import { projected } from '../../../backend/testing/deciding/projected.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { shownIn } from '../../kernel/documents/document-text.ts';
import { user } from '../contract.ts';
import {
  profile,
  profileUpdated,
  userDemoted,
  userEmailChanged,
  userErased,
  userPromoted,
  userRegistered,
} from '../testing/examples.ts';
import { users } from './users.ts';

const since = '2026-01-02T03:04:05.000Z';
const later = '2026-02-02T03:04:05.000Z';
const mina = { _id: 'u1', name: 'Mina', email: 'mina@example.com', since, cameAt: since };

describe('the users', () => {
  it('show who registered', () => {
    expect(projected(users, userRegistered()).documents.get('u1')).toEqual(mina);
  });

  it('show the role and the last profile, in the words of the contract', () => {
    const { documents } = projected(
      users,
      userRegistered(),
      profileUpdated({ phone: '1' }),
      userPromoted(),
      profileUpdated(),
    );
    expect(documents.get('u1')).toEqual({ ...mina, role: 'admin', ...profile });
    const shown = JSON.parse(shownIn(users.textOf(documents.get('u1'))));
    expect(Object.keys(user.strict().parse(shown))).not.toEqual(expect.arrayContaining(['since', 'cameAt']));
  });

  it('show no role of who was demoted, and are listed among no admins', () => {
    const { documents, entriesOf } = projected(
      users,
      userRegistered(),
      userPromoted(),
      profileUpdated(),
      userDemoted(),
    );
    expect(documents.get('u1')).toEqual({ ...mina, ...profile });
    expect(entriesOf('u1').map(({ index }) => index)).not.toContain('admin');
    expect(projected(users, userDemoted()).documents.size).toBe(0);
  });

  it('are found by the lower-case email, and listed by it', () => {
    expect(projected(users, userRegistered({ email: 'Mina@Example.com' })).entriesOf('u1')).toEqual([
      { index: 'email', key: 'mina@example.com', sort: since },
      { index: 'all', key: '', sort: 'mina@example.com' },
      { index: 'name', key: '', sort: 'mina' },
    ]);
  });

  it('keep when somebody came, also when they have another email since', () => {
    const { documents } = projected(users, userRegistered(), stored(userEmailChanged(), { time: later }));
    expect(documents.get('u1')).toEqual({ ...mina, email: 'mina@example.org', since: later });
  });

  it('keep one person apart from another', () => {
    const { documents } = projected(
      users,
      userRegistered(),
      userRegistered({ uid: 'u2' }),
      userPromoted({ uid: 'u2' }),
    );
    expect(documents.get('u1')?.role).toBeUndefined();
    expect(documents.get('u2')?.role).toBe('admin');
  });

  it('forget who was erased', () => {
    expect(projected(users, userRegistered(), profileUpdated(), userErased()).documents.size).toBe(0);
  });
});
