import { Forbidden, Unauthorized } from '../../kernel/errors.ts';

/** A sign-in that was refused. It does not say which of the two is wrong. Many of them are somebody who guesses. */
export class WrongCredentials extends Unauthorized {
  override name = 'WrongCredentials';
  override readonly countedAt = 'warn';
  /** Of the address that was said: its keyed hash. */
  readonly accountId: string;
  constructor(accountId: string) {
    super('The email or the password is wrong.');
    this.accountId = accountId;
  }
}

/** Somebody who is signed in does not know the password of their own account. */
export class WrongPassword extends Forbidden {
  override name = 'WrongPassword';
  constructor() {
    super('That is not your password.');
  }
}
