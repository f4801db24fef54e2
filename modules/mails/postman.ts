import type { DueMail } from './due-mails.ts';

/** The mail server takes this mail never. */
export class MailRefused extends Error {
  override name = 'MailRefused';
  /** What it answered (RFC 5321, 4.2). */
  readonly code: number;
  constructor(code: number) {
    super(`The mail server refused it for good (${code}).`);
    this.code = code;
  }
}

/** Who takes mails out of the house. */
export interface Postman {
  /**
   * Resolves once the mail is in somebody else's hands.
   * @throws MailRefused when trying again is of no use; Unavailable when it may be. Neither names an address or what the mail says.
   */
  send(due: DueMail, signal: AbortSignal): Promise<void>;
}
