import type { Holdings } from '../kernel/holdings.ts';
import type { Module } from '../kernel/module.ts';
import { DueMails, type DueMailsWiring } from './due-mails.ts';
import { KeptMails, type PersonalSeal } from './kept-mails.ts';
import { keepMails } from './reactors/keep-mails.ts';

/** Milliseconds between two looks for mails that were kept long enough. */
const clearEvery = 3_600_000;

/** How mails go out. */
export type MailWay = {
  /** Where the shop is: https://shop.example */
  readonly origin: () => string;
  /** Shows whoever sits at the terminal what is secret; left out where nobody is to see it. */
  readonly print?: (line: string) => void;
};

/** What becomes of the mails that other modules write. */
export function mailsModule(
  wiring: DueMailsWiring & {
    readonly records: ConstructorParameters<typeof KeptMails>[0]['records'];
    readonly personal: PersonalSeal;
    /** Left out where nothing is sent, kept or printed. */
    readonly way?: MailWay;
  },
): Module & { readonly holdings: Holdings } {
  const { way } = wiring;
  const kept = new KeptMails(wiring);
  return {
    name: 'mails',
    routes: [],
    projections: [],
    reactors: way ? [keepMails({ ...way, due: new DueMails(wiring), kept })] : [],
    timers: way ? [{ name: 'clear-mails', every: clearEvery, run: (_, signal) => kept.clear(signal) }] : [],
    holdings: {
      name: 'mails',
      of: (uid) => kept.of(uid),
      async forget(uid) {
        await kept.forget(uid);
        return undefined;
      },
    },
  };
}
