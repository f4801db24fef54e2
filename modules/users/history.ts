import { documentView } from '../kernel/documents/document-view.ts';
import { history } from '../kernel/history.ts';
import { adminsView } from './admins-view.ts';
import { user as userSchema } from './contract.ts';
import type { AdminEvent, FirstAdminNamed, PromotionRefused, UserEvent } from './events.ts';
import { users } from './read-models/users.ts';

/** How what happened to people is told. */
export const userHistory = history<UserEvent | AdminEvent | PromotionRefused | FirstAdminNamed>({
  streams: ['user', 'admins', 'first-admin', 'refused-promotions'],
  views: [documentView(users, { name: 'user', schema: userSchema, ended: { UserErased: 'erased' } }), adminsView],
  events: {
    UserRegistered: {
      shows: ['uid', 'email', 'name'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} came to the shop for the first time`,
    },
    ProfileUpdated: {
      shows: ['uid', 'email', 'education', 'location', 'phone', 'social'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} changed their profile`,
    },
    ProfileConfirmed: {
      shows: ['uid'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} said their profile again, unchanged`,
    },
    AddressSaved: {
      shows: ['uid'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} saved an address`,
    },
    AddressRemoved: {
      shows: ['uid'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} removed their address`,
    },
    UserEmailChanged: {
      shows: ['uid', 'email'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} has another email`,
    },
    UserPromoted: {
      shows: ['uid', 'by'],
      says: ({ data: { uid } }, { actor, person }) => `${actor} promoted ${person(uid)} to admin`,
    },
    UserDemoted: {
      shows: ['uid', 'by'],
      says: ({ data: { uid } }, { actor, person }) => `${actor} demoted ${person(uid)}, who is no admin any more`,
    },
    UserDataExported: {
      shows: ['uid', 'by'],
      says: ({ data: { uid } }, { actor, person }) =>
        `${actor} took a copy of all that the shop holds of ${person(uid)}`,
    },
    PromotionRefused: {
      shows: ['by', 'uid', 'times', 'since'],
      says: ({ data: { by, uid, times } }, { person }) =>
        `${person(by)} wanted to make ${uid === undefined ? 'somebody' : person(uid)} an admin, and may not (${times} by then)`,
    },
    UserErased: {
      shows: ['uid'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} was forgotten`,
    },
    FirstAdminNamed: {
      shows: ['uid'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} said the code from the terminal, to be the first admin`,
    },
    AdminListed: {
      shows: ['uid', 'promotion'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} is on the list of admins`,
    },
    AdminStruckOff: {
      shows: ['uid', 'promotion'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} was struck off the list of admins`,
    },
  },
});
