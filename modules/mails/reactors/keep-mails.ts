import type { Reactor } from '../../kernel/reactor.ts';
import type { DueMails } from '../due-mails.ts';
import type { KeptMails } from '../kept-mails.ts';

/** A shop without SMTP keeps what it would send; what is secret it shows to whoever sits at its terminal, if to anybody. */
export function keepMails(wiring: {
  due: DueMails;
  kept: KeptMails;
  /** Left out where a terminal is not to show it. */
  print?: (line: string) => void;
  /** Where the shop is: https://shop.example */
  origin: () => string;
}): Reactor {
  const { due, kept, print, origin } = wiring;
  return {
    name: 'keep-mails',
    awaited: false,
    whenFailing: 'park',
    handles: (type) => due.handles(type),
    async react(event) {
      for (const { id, mail, address } of await due.becauseOf(event)) {
        if (mail.secretLink === undefined) await kept.keep(mail, { id, address });
        else if (print && mail.action) print(`${mail.subject} (${address}): ${origin()}${mail.action.path}`);
      }
      return undefined;
    },
  };
}
