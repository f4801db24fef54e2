import type { DomainEvent, StoredEvent } from './event.ts';

/** Milliseconds after which a mail says nothing new any more, and is not sent. */
const day = 86_400_000;
/** Of how many of a kind in an hour a person is told, unless the mail says otherwise. */
export const usuallyPerHour = 20;

/** Somewhere to go from a mail: a path of this site, `/dashboard/myorders` for one, and what the button says. */
export type MailAction = { readonly label: string; readonly path: string };

/**
 * Mails that are bounded together (see modules/mails/places.ts). `notices`: what happened to an account. `unpaid-orders`: what is said of
 * orders that nobody paid money for.
 */
export type MailPool = 'notices' | 'unpaid-orders';

/**
 * What is written to a person because of an event. Plain text: how it looks, in text and in HTML, is made of it in one place, which
 * also greets by no name and signs for the shop. Nothing of it may be HTML.
 */
export type MailDefinition = {
  /**
   * Whose mail it is. Their address is read when the mail is sent, so that whoever was forgotten by then gets none. `address` is for
   * another one than that of today (the one before it was changed), or for whoever has an account and never came to the shop with it.
   * `isNobody`: the mail is claimed and finished as any other, and goes nowhere, where what becomes of one would tell who has an account.
   */
  readonly to: { readonly uid: string; readonly address?: string; readonly isNobody?: true };
  /** What kind of mail, in words that log and history may show: `receipt`. One event writes a person one mail of a kind. */
  readonly kind: string;
  /** One line. */
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A short table below the first paragraph: 'Order', 'Price'. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  readonly action?: MailAction;
  /** The uids of others whom it names: a shop that keeps it shows it to nobody any more once one of them is forgotten. */
  readonly names?: readonly string[];
  /** Milliseconds from the event on for which the mail is worth sending; a day at most, which is also usual. */
  readonly goodFor?: number;
  /**
   * How many of this kind a person gets at most in an hour of the clock, so that nobody fills a mailbox with what they make the
   * shop do; what comes after that is not mailed. Usually 20.
   */
  readonly perHour?: number;
  /**
   * Strangers can have it written: two an hour go out at once, and one more from each later quarter on. So whoever asks for it too and is
   * sent none has one of the last quarter of an hour.
   */
  readonly isSpread?: true;
  /** With which others it counts, whatever kind they are of: it is one that somebody can have written for nothing, over and over. */
  readonly countsWith?: MailPool;
  /**
   * `action` leads to what only the holder of the address may see. Never kept: a shop without SMTP prints it to the terminal
   * when it is on loopback, and shows it nowhere else.
   */
  readonly secretLink?: true;
};

/** A mail with what it does not say for itself. */
export type Mail = MailDefinition & Required<Pick<MailDefinition, 'goodFor' | 'perHour'>>;

type Written = MailDefinition | readonly MailDefinition[] | undefined;

/** What a module writes to people, as the house sees it. */
export type Mails = {
  readonly handles: (type: string) => boolean;
  /** What an event writes to whom. Asked again before each try to send it, so that it is of that moment. */
  readonly becauseOf: (event: StoredEvent) => Promise<readonly Mail[]>;
};

/**
 * Declares what a module writes to whom because of its events.
 *
 *   mails<UserPromoted>({
 *     on: {
 *       UserPromoted: ({ data: { uid } }) => ({
 *         to: { uid },
 *         kind: 'promoted',
 *         subject: 'You are an admin now',
 *         paragraphs: ['An admin of the shop made you one.'],
 *         action: { label: 'Open the dashboard', path: '/dashboard' },
 *       }),
 *     },
 *   });
 *
 * A handler may read what the event does not say (an order's tool, the other admins), and undefined is no mail. It has to write the same
 * to the same people when it is asked again: each node asks, and one of them sends. It is never asked about an event of more than
 * a day ago.
 */
export function mails<E extends DomainEvent>(definition: {
  on: { readonly [Type in E['type']]?: (event: StoredEvent<Extract<E, { type: Type }>>) => Written | Promise<Written> };
}): Mails {
  // The table is indexed by the event's own type, so that each handler only ever meets events that it declared.
  const handlers = new Map(Object.entries(definition.on) as [string, (event: StoredEvent) => Written][]);
  return {
    handles: (type) => handlers.has(type),
    async becauseOf(event) {
      const written = (await handlers.get(event.type)?.(event)) ?? [];
      return (isOne(written) ? [written] : written).map((mail) => ({
        ...mail,
        goodFor: Math.min(mail.goodFor ?? day, day),
        perHour: mail.perHour ?? usuallyPerHour,
      }));
    },
  };
}

/** The longest that any mail is good for, in milliseconds. */
export const longestGoodFor = day;

/** What a shop can do with mails, for whoever offers what needs one. */
export type Mailing = {
  /** Whether mails leave the shop: only then can a link in one prove an address. */
  readonly isSent: boolean;
  /** What becomes of a mail with a secret link; `nowhere`: what needs one says that it is not set up. */
  readonly secretLinks: 'sent' | 'printed' | 'nowhere';
};

function isOne(written: MailDefinition | readonly MailDefinition[]): written is MailDefinition {
  return !Array.isArray(written);
}
