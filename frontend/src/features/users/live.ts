import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  EmailNotice,
  UserErasedNotice,
  UserNotice,
  userErasedNotice,
  userNotice,
} from '../../../../modules/users/contract.ts';
import { isRefused } from '../../lib/api/api-error.ts';
import type { Heard } from '../../lib/live/live-notices.ts';
import { adminQuery, hearRole } from '../../lib/queries/admin-query.ts';
import { storedAccess } from '../../lib/session/access-token.ts';
import { renew } from '../../lib/session/session.ts';
import { toast } from '../../lib/toast.ts';
import { askForOthers, hearForgotten, hearRoleOf } from './newest-people.ts';
import { sayOwnRole } from './say-own-role.ts';

type RoleChanged = z.infer<typeof userNotice>;

const promoted: Heard<RoleChanged> = (notice, client) => hear(client, notice, 'admin');
const demoted: Heard<RoleChanged> = (notice, client) => hear(client, notice, undefined);

export const userNotices: Record<UserNotice, Heard<RoleChanged>> = {
  'user.promoted': promoted,
  'user.demoted': demoted,
};

export const emailNotices: Record<EmailNotice, Heard<{ position: string }>> = {
  // The link was used in another browser, or in a mail program's: what this one knows of whoever is signed in has the email of before.
  'user.email-changed': () => {
    const access = storedAccess();
    if (access) void renew(access.token).catch(() => undefined);
  },
};

export const userErasedNotices: Record<UserErasedNotice, Heard<z.infer<typeof userErasedNotice>>> = {
  'user.erased': ({ uid, position }, client) => {
    void askForOthers(client, hearForgotten(client, storedAccess()?.user.email ?? '', uid, BigInt(position)));
  },
};

function hear(client: QueryClient, notice: RoleChanged, role: 'admin' | undefined): void {
  const email = notice.email;
  const position = BigInt(notice.position);
  const me = storedAccess()?.user.email ?? '';
  const roleShown = () => client.getQueryData(adminQuery(email).queryKey)?.admin;
  const was = roleShown();
  hearRole(client, email, position, role === 'admin');
  hearRoleOf(client, me, { email, position, role });
  if (email !== me && notice.by !== me) tellOther(notice, role);
  if (email !== me || was === undefined || was === roleShown()) return;
  if (role === 'admin') {
    // Without this, a page that was refused before goes on saying so to an admin until it is loaded anew.
    void client.resetQueries({ predicate: ({ meta, state }) => meta?.isForAdmins === true && isRefused(state.error) });
    // Who has made themselves one, by the code of a new shop, knows it, and the page they come to says what is next.
    if (notice.by !== me) sayOwnRole(true);
    return;
  }
  sayOwnRole(false);
  // Once the pages of admins are gone: what is still shown to nobody but them is asked for again, and refused.
  setTimeout(() => void client.resetQueries({ predicate: ({ meta }) => meta?.isForAdmins === true }));
}

/** An admin hears who made another one, or took somebody's rights away; whoever did it knows. */
function tellOther({ email, by = 'An operator' }: RoleChanged, role: 'admin' | undefined): void {
  void toast(role === 'admin' ? `${by} made ${email} an admin` : `${by} took the admin rights of ${email} away`);
}
