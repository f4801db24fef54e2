import type { Reactor } from '../../kernel/reactor.ts';
import type { DueMails } from '../due-mails.ts';
import type { KeptMails } from '../kept-mails.ts';
import type { PostOffice } from '../post-office.ts';

/**
 * Mails are sent because something happened. A shop that sends none keeps what is not secret. Nobody waits here for a mail server: once a
 * mail is claimed, the event is reacted to.
 */
export function writeMails(wiring: { due: DueMails; office?: PostOffice; kept?: KeptMails }): Reactor {
  const { due, office, kept } = wiring;
  return {
    name: 'write-mails',
    awaited: false,
    whenFailing: 'park',
    handles: (type) => due.handles(type),
    async react(event) {
      for (const one of await due.becauseOf(event)) {
        if (kept && one.mail.secretLink === undefined) await kept.keep(one);
        else await office?.claim(one, event);
      }
      return undefined;
    },
  };
}
