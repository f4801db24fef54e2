import { system } from '../kernel/event.ts';
import { type Mails, mails } from '../kernel/mails.ts';
import { pages } from '../kernel/page-addresses.ts';
import type { Directory } from './directory.ts';
import type { UserDemoted, UserPromoted } from './events.ts';

const security = { countsWith: 'notices', action: { label: 'See who is an admin', path: pages.makeAdmin } } as const;

/**
 * What users writes: who became an admin is told, and so are all other admins, since an admin may take any other one's rights away. Who did
 * it is one of them: somebody else may have sat before their open browser, and they may be the only one. The seed is nobody's doing.
 */
export function userMails(directory: Pick<Directory, 'find' | 'admins'>): Mails {
  const nameOf = async (by: string) =>
    by === system.uid ? 'The shop' : ((await directory.find(by)).found?.name ?? 'An operator of the shop');
  return mails<UserPromoted | UserDemoted>({
    on: {
      async UserPromoted({ data: { uid, by } }) {
        const { found } = await directory.find(uid);
        if (!found || by === 'system') return undefined;
        const whoDidIt = await nameOf(by);
        const others = (await directory.admins()).filter((admin) => admin !== uid);
        return [
          {
            to: { uid },
            kind: 'promoted',
            countsWith: 'notices',
            subject: 'You are an admin now',
            paragraphs: [
              `${whoDidIt} made you an admin.`,
              'You can see all orders, give money back, add products and make others admins. Please choose a long password.',
            ],
            action: { label: 'Open the dashboard', path: pages.ordersInfo },
          },
          ...others.map((admin) => ({
            ...security,
            to: { uid: admin },
            kind: 'admin-added',
            subject: 'There is a new admin',
            paragraphs:
              admin === by
                ? [
                    `You made ${found.name} (${found.email}) an admin.`,
                    'If that was not you, please take the rights away again, and set a new password: that ends all your other sessions.',
                  ]
                : [
                    `${whoDidIt} made ${found.name} (${found.email}) an admin.`,
                    'If that should not have happened, please take the rights away again.',
                  ],
          })),
        ];
      },
      async UserDemoted({ data: { uid, by } }) {
        return {
          to: { uid },
          kind: 'demoted',
          countsWith: 'notices',
          subject: 'You are no admin any more',
          paragraphs: [
            `${await nameOf(by)} took your admin rights away. Your account and your orders stay as they are.`,
          ],
        };
      },
    },
  });
}
