import { NotFound } from '../../kernel/errors.ts';
import type { UserDataExported } from '../events.ts';
import type { User } from '../user.ts';

export type NoteExport = { type: 'NoteExport'; uid: string; by: string };

/** Writes down that an admin took a copy of somebody's data: each time, since it went out of hand each time. */
export function noteExport({ uid, by }: NoteExport, user: User): UserDataExported[] {
  if (user.status !== 'registered') throw new NotFound('No such user.');
  return [{ type: 'UserDataExported', data: { uid, by } }];
}
