import { eachDue } from '../../kernel/documents/each-due.ts';
import type { View } from '../../kernel/documents/view.ts';
import type { Timer } from '../../kernel/reactor.ts';
import type { PostOffice } from '../post-office.ts';
import type { OpenMail } from '../read-models/open-mails.ts';

/** A mail that could not be sent, or whose node has died, is claimed anew when its claim is over. */
export function claimAgain(wiring: {
  open: View<OpenMail>;
  office: PostOffice;
  /** Milliseconds between two looks. */
  every: number;
}): Timer {
  const { open, office, every } = wiring;
  return {
    name: 'claim-mails-again',
    every,
    run: (now, signal) =>
      eachDue(open, { index: 'open', key: '', before: now, signal }, (mail) => office.claimAgain(mail)),
  };
}
