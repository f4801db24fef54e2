import { pages } from '../kernel/wire/page-addresses.ts';

/** What a mail says of what somebody else may have done, while its reader can still sign in. */
export const notYou = 'If it was not you, set a new password at once and see where you are signed in.';
export const lookAtAccount = { label: 'Look at your account', path: pages.myProfile };
