import { z } from 'zod';
import { derivedId } from '../kernel/encoding/derived.ts';
import { isReadable, type StoredEvent } from '../kernel/event.ts';
import { longestGoodFor, type Mail, type Mails } from '../kernel/mails.ts';

/** A mail that an event asks for, and where it goes today. */
export type DueMail = {
  /** The same for every node, and whenever it is asked again. */
  readonly id: string;
  readonly mail: Mail;
  /** Empty for a mail that goes to nobody. */
  readonly address: string;
};

/** What is read of events to write mails. */
export type DueMailsWiring = {
  readonly mails: readonly Mails[];
  /** A person's address of today; undefined for whom the shop does not know. */
  readonly addressOf: (uid: string) => Promise<string | undefined>;
  readonly now: () => Date;
  /** Whether something happened before the shop wrote mails. */
  readonly isBefore: (time: string) => boolean;
};

/** Finds out which mails an event asks for. */
export class DueMails {
  readonly #wiring: DueMailsWiring;

  constructor(wiring: DueMailsWiring) {
    this.#wiring = wiring;
  }

  handles(type: string): boolean {
    return this.#wiring.mails.some((mails) => mails.handles(type));
  }

  /** Those that are still worth sending, to people who have an address. */
  async becauseOf(event: StoredEvent): Promise<DueMail[]> {
    const age = this.#wiring.now().getTime() - Date.parse(event.meta.time);
    if (age > longestGoodFor || this.#wiring.isBefore(event.meta.time)) return [];
    if (!isReadable(event)) return [];
    const written = await Promise.all(this.#wiring.mails.map((mails) => mails.becauseOf(event)));
    const due: DueMail[] = [];
    for (const mail of written.flat()) {
      if (age > mail.goodFor) continue;
      const id = derivedId('mail', event.id, mail.kind, mail.to.uid);
      if (mail.to.isNobody) {
        due.push({ id, mail, address: '' });
        continue;
      }
      const address = mail.to.address ?? (await this.#wiring.addressOf(mail.to.uid));
      // What an erased person's address reads as is none.
      if (!z.email().safeParse(address).success || address === undefined) continue;
      due.push({ id, mail, address });
    }
    return due;
  }
}
