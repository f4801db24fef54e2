import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { NotFound } from '../../kernel/errors.ts';
import { userDataExported, userErased, userRegistered } from '../testing/examples.ts';
import { type User, user } from '../user.ts';
import { noteExport } from './note-export.ts';

const note = (state: User) => noteExport({ type: 'NoteExport', uid: 'u1', by: 'u9' }, state);

describe("taking a copy of somebody's data", () => {
  it('is written down, with who took it', () => given(user, userRegistered()).when(note).then(userDataExported()));

  it('is written down each time', () => {
    given(user, userRegistered(), userDataExported()).when(note).then(userDataExported());
  });

  it('is refused of who is not known, and of who was forgotten', () => {
    given(user).when(note).thenThrows(NotFound);
    given(user, userRegistered(), userErased()).when(note).thenThrows(NotFound);
  });
});
