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

/** Why a mail was not taken: in words for an admin, which hold no password and not the address; and for the log, which has no words of a server. */
export type NotTaken = { readonly said: string; readonly reason: Error };

/**
 * Milliseconds that a try to send a mail takes at most: the first, and the longest. A server may look through a mail for ten minutes
 * before it answers (RFC 5321, 4.5.3.2.6), and has it then: whoever does not wait for that sends it again.
 */
export const longestTry = { first: 60_000, most: 600_000 };

/** Who takes mails out of the house. */
export interface Postman {
  /**
   * Resolves once the mail is in somebody else's hands.
   * @throws MailRefused when trying again is of no use; Unavailable when it may be. Neither names an address or what the mail says.
   */
  send(due: DueMail, signal: AbortSignal): Promise<void>;
  /**
   * Sends one for somebody who waits to hear what comes of it: resolves to why the mail server did not take it, to undefined when it did.
   * Left out where nothing is sent.
   */
  trySending?(due: DueMail, signal: AbortSignal): Promise<NotTaken | undefined>;
}
