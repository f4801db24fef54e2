import type { GoogleOutcome } from '../../../../../modules/identity/contract.ts';

export const notSetUp = 'This shop has not set up signing in with Google. Please use your email and password.';
/** In My Profile: the issuer of the demo vouches for whatever is typed, so that nobody's own account is linked to it. */
export const onlyDemo =
  'Logging in with Google is a demo here: it opens accounts of its own, and none is linked to yours.';

/** What came of going to Google, for people; what went well at the login needs no words. */
const words: Readonly<Record<GoogleOutcome, string>> = {
  done: '',
  linked: 'Google is linked: you can log in with it from now on.',
  confirmed: 'Thank you. Please go on with what you were doing.',
  cancelled: 'You cancelled signing in with Google. Try again, or use your password.',
  expired: 'Signing in with Google took too long, or was begun in another browser. Please try again.',
  again: 'Signing in with Google did not work. Please try again, or use your password.',
  'too-often': 'You have logged in, or confirmed that it is you, too often lately. Please try again later.',
  away: 'Google cannot be reached at this moment. Try again later, or use your password.',
  unverified: 'Google has not verified your email. Verify it there first, or sign up with a password.',
  'not-set-up': notSetUp,
  link: 'Your email has an account already. Log in with your password to link Google to it.',
  taken: 'That email has an account already, and the demo proves no email. Log in with the password of the account.',
  another: 'That is not the Google account that is linked to your account.',
  'second-factor': 'You have a second factor. Please confirm with that.',
  'linked-elsewhere': 'That Google account is linked to another account of this shop.',
};

/** Whether one may go on as one wished. */
export const wentWell = (outcome: GoogleOutcome) => ['done', 'linked', 'confirmed'].includes(outcome);

/** What the address says came of it; undefined when it says nothing that is known. */
export function outcomeIn(params: URLSearchParams): GoogleOutcome | undefined {
  const said = params.get('google') ?? '';
  return isOutcome(said) ? said : undefined;
}

const isOutcome = (said: string): said is GoogleOutcome => Object.hasOwn(words, said);

export const wordsFor = (outcome: GoogleOutcome) => words[outcome];
