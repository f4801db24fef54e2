import type { StoredEvent } from '../kernel/event.ts';
import { type Notice, type Notices, notices } from '../kernel/notices.ts';
import type { EmailNotice, UserErasedNotice, UserNotice } from './contract.ts';
import type { Directory } from './directory.ts';
import type { UserDemoted, UserEmailChanged, UserErased, UserPromoted } from './events.ts';
import { users } from './read-models/users.ts';

/** What users tells browsers: who became an admin, who is none any more, who was forgotten, and that one's own email is another. */
export function userNotices(directory: Pick<Directory, 'find'>): Notices {
  const told = async (
    name: UserNotice,
    { data: { uid, by } }: StoredEvent<UserPromoted | UserDemoted>,
  ): Promise<Notice | undefined> => {
    // Whoever was erased meanwhile has no email, and is not spoken of.
    const { found } = await directory.find(uid);
    const whoDidIt = (await directory.find(by)).found?.email;
    const payload = { email: found?.email, ...(whoDidIt !== undefined && { by: whoDidIt }) };
    return found && { name, to: { uid, admins: true }, payload };
  };
  const emailChanged: EmailNotice = 'user.email-changed';
  const erased: UserErasedNotice = 'user.erased';
  return notices<UserPromoted | UserDemoted | UserEmailChanged | UserErased>({
    shownBy: [users],
    on: {
      UserPromoted: (event) => told('user.promoted', event),
      UserDemoted: (event) => told('user.demoted', event),
      UserEmailChanged: ({ data: { uid } }) => ({ name: emailChanged, to: { uid }, payload: {} }),
      UserErased: ({ data: { uid } }) => ({ name: erased, to: { admins: true }, payload: { uid } }),
    },
    moves: {
      UserPromoted: ({ data }) => ({ uid: data.uid, role: 'admin' }),
      UserDemoted: ({ data }) => ({ uid: data.uid, role: 'user' }),
    },
  });
}
