import type { Commands } from '../kernel/commands.ts';
import { viewOf } from '../kernel/documents/view.ts';
import type { SideRecords } from '../kernel/event-store.ts';
import type { Holdings } from '../kernel/holdings.ts';
import type { Mails } from '../kernel/mails.ts';
import type { Module } from '../kernel/module.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import { Beginning } from './beginning.ts';
import { DueMails, type DueMailsWiring } from './due-mails.ts';
import { mailHistory } from './history.ts';
import { KeptMails, type PersonalSeal } from './kept-mails.ts';
import { PostOffice, type PostOfficeWiring } from './post-office.ts';
import { claimAgain } from './reactors/claim-again.ts';
import { writeMails } from './reactors/write-mails.ts';
import { openMails } from './read-models/open-mails.ts';
import { mailRoutes } from './routes.ts';
import { TestMails } from './test-mails.ts';

/** Milliseconds between two looks for mails that were kept long enough. */
const clearEvery = 3_600_000;

/** How mails go out. */
export type MailWay = Pick<PostOfficeWiring, 'tries'> & {
  /** Left out where there is nobody to take out any. */
  readonly postman?: PostOfficeWiring['postman'];
  /** Whether mails are kept for people to read in the shop, and only those with a secret link go out. */
  readonly isKept: boolean;
};

export type MailsModule = Module & {
  readonly holdings: Holdings;
  /** Says at a start, before the log is followed, that mails are written from now on, or are not. */
  readonly begin: () => Promise<void>;
  /** Stops sending. */
  readonly close: () => Promise<void>;
};

/** What becomes of the mails that other modules write. */
export function mailsModule(
  wiring: Omit<DueMailsWiring, 'isBefore'> &
    Pick<PostOfficeWiring, 'readEvent' | 'pause' | 'isProved'> & {
      readonly mails: readonly Mails[];
      readonly commands: Commands;
      readonly readModels: ReadModels;
      readonly records: SideRecords;
      readonly personal: PersonalSeal;
      /** Left out where no mail is written: in production without SMTP, and beside a shop. */
      readonly way?: MailWay;
      /** Milliseconds between two looks for mails that nobody has sent. */
      readonly lookEvery: number;
    },
): MailsModule {
  const { way, records, now, lookEvery: every } = wiring;
  const beginning = new Beginning(records);
  const due = new DueMails({ ...wiring, isBefore: (time) => beginning.isBefore(time) });
  const kept = new KeptMails(wiring);
  const office = way?.postman && new PostOffice({ ...wiring, ...way, postman: way.postman, due });
  const tests = new TestMails({
    ...wiring,
    tries: way?.tries,
    ...(way?.isKept ? { kept } : { postman: way?.postman }),
  });
  const open = viewOf(wiring.readModels, openMails);
  return {
    name: 'mails',
    routes: mailRoutes(way?.isKept ? kept : undefined, tests),
    projections: [openMails],
    reactors: way ? [writeMails({ due, office, ...(way.isKept && { kept }) })] : [],
    timers: [
      ...(office ? [claimAgain({ open, office, every })] : []),
      ...(way?.isKept ? [{ name: 'clear-mails', every: clearEvery, run: clear }] : []),
    ],
    history: [mailHistory],
    holdings: {
      name: 'mails',
      of: (uid) => kept.of(uid),
      async forget(uid) {
        await kept.forget(uid);
        return undefined;
      },
    },
    begin: () => beginning.say(way && (way.isKept ? 'kept' : 'sent'), now()),
    close: async () => office?.close(),
  };

  async function clear(_: Date, signal: AbortSignal): Promise<void> {
    await kept.clear(signal);
  }
}
