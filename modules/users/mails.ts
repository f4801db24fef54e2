import { system } from '../kernel/event.ts';
import { type Mails, mails } from '../kernel/mails.ts';
import { pages } from '../kernel/wire/page-addresses.ts';
import type { Departures } from './departures.ts';
import type { Directory } from './directory.ts';
import type { UserDemoted, UserPromoted } from './events.ts';

const security = { countsWith: 'notices', action: { label: 'See who is an admin', path: pages.makeAdmin } } as const;

/**
 * What users writes: whoever became an admin is told, and so are all other admins, since an admin may take any other one's rights away. Who did
 * it is one of them: somebody else may have sat before their open browser, and they may be the only one. The seed is nobody's doing.
 * A mail may wait for its server until the rights are others again. That one is an admin, or none, is then not told; that one was made
 * an admin is, to the others: without this, whoever does so and undoes it at once would do it unseen.
 */
export function userMails(directory: Pick<Directory, 'find' | 'admins'>, admins: Pick<Departures, 'includes'>): Mails {
  /** In words, and by uid where it is one of the people of the shop. */
  async function whoDid(by: string): Promise<{ name: string; names: readonly string[] }> {
    if (by === system.uid) return { name: 'The shop', names: [] };
    const { found } = await directory.find(by);
    return found ? { name: found.name, names: [by] } : { name: 'An operator of the shop', names: [] };
  }
  return mails<UserPromoted | UserDemoted>({
    on: {
      async UserPromoted({ data: { uid, by } }) {
        const { found } = await directory.find(uid);
        if (!found || by === 'system') return undefined;
        const { name: whoDidIt, names } = await whoDid(by);
        const isStill = await admins.includes(uid);
        const others = (await directory.admins()).filter((admin) => admin !== uid);
        const toThem = {
          to: { uid },
          kind: 'promoted',
          names,
          countsWith: 'notices',
          subject: 'You are an admin now',
          paragraphs: [
            `${whoDidIt} made you an admin.`,
            'You can see all orders, give money back, add products and make others admins. Please choose a long password.',
          ],
          action: { label: 'Open the dashboard', path: pages.ordersInfo },
        } as const;
        return [
          ...(isStill ? [toThem] : []),
          ...others.map((admin) => ({
            ...security,
            to: { uid: admin },
            kind: 'admin-added',
            names: [uid, ...names],
            subject: isStill ? 'There is a new admin' : 'There was a new admin',
            paragraphs: [
              `${admin === by ? 'You' : whoDidIt} made ${found.name} (${found.email}) an admin.`,
              ifItShouldNot({ isStill, isOwn: admin === by }),
            ],
          })),
        ];
      },
      async UserDemoted({ data: { uid, by } }) {
        if (await admins.includes(uid)) return undefined;
        const { name, names } = await whoDid(by);
        return {
          to: { uid },
          kind: 'demoted',
          names,
          countsWith: 'notices',
          subject: 'You are no admin any more',
          paragraphs: [`${name} took your admin rights away. Your account and your orders stay as they are.`],
        };
      },
    },
  });
}

/** What an admin can do about somebody who was made one, and should not have been. */
function ifItShouldNot({ isStill, isOwn }: { isStill: boolean; isOwn: boolean }): string {
  if (isOwn) {
    return isStill
      ? 'If that was not you, please take the rights away again, and set a new password: that ends all your other sessions.'
      : 'They are none any more. If that was not you, please set a new password: that ends all your other sessions.';
  }
  return isStill
    ? 'If that should not have happened, please take the rights away again.'
    : 'They are none any more. If that should not have happened, please ask who did it.';
}
