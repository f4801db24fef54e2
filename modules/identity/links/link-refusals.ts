import { Conflict } from '../../kernel/errors.ts';
import { linkMinutes } from '../bounds/contract.ts';

const again = 'Please ask for a new one.';

/** No link of ours; or one of another kind; or one for an account that has changed since. */
export class LinkNotGood extends Conflict {
  override name = 'LinkNotGood';
  constructor() {
    super(`This link is no longer valid. ${again}`);
  }
}

export class LinkUsedBefore extends Conflict {
  override name = 'LinkUsedBefore';
  constructor() {
    super(`This link was used before. ${again}`);
  }
}

export class LinkExpired extends Conflict {
  override name = 'LinkExpired';
  constructor() {
    super(`This link was valid for ${linkMinutes} minutes, and has expired. ${again}`);
  }
}

/**
 * A link that makes an address an account's, and whoever uses it is not signed in to that account. Without this, the owner of an address
 * with which somebody else signed up would make it theirs by one press on a button in a mail.
 */
export class LinkOfAnotherAccount extends Conflict {
  override name = 'LinkOfAnotherAccount';
  constructor() {
    super('Please log in to the account that this link is for, in this browser. Then use the link again.');
  }
}

/** A shop that sends no mails can prove nobody's address. */
export class MailNotSetUp extends Conflict {
  override name = 'MailNotSetUp';
  constructor() {
    super('This shop has not set up mail, so it cannot send you a link. Please ask whoever runs it.');
  }
}
