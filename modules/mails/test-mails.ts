import { z } from 'zod';
import { derivedId, digest } from '../kernel/encoding/derived.ts';
import { Busy, Conflict, TooMany, Unavailable, WrongExpectedRevision } from '../kernel/errors.ts';
import type { SideRecords } from '../kernel/event-store.ts';
import type { Mail } from '../kernel/mails.ts';
import { type TestMailAnswer, testMailAnswer } from './contract.ts';
import type { DueMail } from './due-mails.ts';
import type { KeptMails } from './kept-mails.ts';
import type { PostOfficeWiring } from './post-office.ts';
import type { Postman } from './postman.ts';

/** How many test mails the shop sends in an hour, whoever asks at whichever node. */
export const mostTestMails = 10;
const hour = 3_600_000;
/** Milliseconds that a mail server has to take one: somebody waits for the answer. */
const longestTry = 15_000;
/** Milliseconds after which a try without an outcome has none: its node is gone. */
const outcomeIn = longestTry + 5_000;
/** Milliseconds between two looks for the outcome of the same call. */
const lookEvery = 100;

const key = 'test-mails';
const record = z.array(z.object({ call: z.string(), at: z.string(), answer: testMailAnswer.optional() }));
type Tries = z.infer<typeof record>;

class NoMailsWritten extends Conflict {
  override name = 'NoMailsWritten';
  constructor() {
    super('This shop sends no mails: SMTP_URL and MAIL_FROM are not set.');
  }
}

class TooManyTestMails extends TooMany {
  override name = 'TooManyTestMails';
  constructor(seconds: number) {
    super(`At most ${mostTestMails} test mails are sent in an hour. Please try again later.`, seconds);
  }
}

export type TestMailsWiring = {
  readonly records: SideRecords;
  readonly now: () => Date;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Left out where mails are kept, or none is written. */
  readonly postman?: Pick<Postman, 'trySending'> | undefined;
  readonly kept?: Pick<KeptMails, 'keep'> | undefined;
  /** Told of each try, as of those of other mails. */
  readonly tries?: PostOfficeWiring['tries'] | undefined;
};

/**
 * Mails by which an admin sees whether mails go out. None of them is because of an event, so none is claimed by one: it is sent by the
 * node that was asked, once, while somebody waits, and is never tried again by itself. One record for the whole shop says what was
 * tried within the hour: it bounds how often, at all nodes together, and gives a repeated call the answer of the first.
 */
export class TestMails {
  readonly #wiring: TestMailsWiring;

  constructor(wiring: TestMailsWiring) {
    this.#wiring = wiring;
  }

  /**
   * Sends one to whoever asks. A server that does not take it is an answer, too.
   * @throws Conflict where the shop writes no mails; TooMany
   */
  async send(to: { uid: string; email: string }, commandId: string, signal: AbortSignal): Promise<TestMailAnswer> {
    if (!this.#wiring.kept && !this.#wiring.postman?.trySending) throw new NoMailsWritten();
    const call = digest(key, commandId);
    const before = await this.#begin(call, signal);
    if (before) return before;
    const answer = await this.#try({ id: derivedId('mail', call), mail: testMail(to.uid), address: to.email });
    await this.#change((tries) => tries.map((one) => (one.call === call ? { ...one, answer } : one)));
    return answer;
  }

  async #try(due: DueMail): Promise<TestMailAnswer> {
    const { kept, postman, tries } = this.#wiring;
    if (kept) {
      await kept.keep(due);
      return { outcome: 'kept' };
    }
    const notTaken = await postman?.trySending?.(due, AbortSignal.timeout(longestTry));
    if (!notTaken) tries?.succeeded();
    else if (notTaken.reason instanceof Unavailable) tries?.failed(notTaken.reason);
    return notTaken ? { outcome: 'refused', said: notTaken.said } : { outcome: 'sent' };
  }

  /** Counts a call, once; resolves to its answer when it was made before, and waits for one that another call under its key is making. */
  async #begin(call: string, signal: AbortSignal): Promise<TestMailAnswer | undefined> {
    for (;;) {
      let before: Tries[number] | undefined;
      await this.#change((tries, now) => {
        before = tries.find((one) => one.call === call);
        if (before && !this.#isLost(before, now)) return tries;
        const others = tries.filter((one) => one.call !== call);
        const oldest = others[0];
        if (oldest && others.length >= mostTestMails) {
          throw new TooManyTestMails(Math.max(1, Math.ceil((Date.parse(oldest.at) + hour - now.getTime()) / 1_000)));
        }
        before = undefined;
        return [...others, { call, at: now.toISOString() }];
      });
      if (!before || before.answer) return before?.answer;
      await this.#wiring.pause(lookEvery, signal);
      signal.throwIfAborted(); // Without it, who has hung up looks again and again, with nobody's turn in between.
    }
  }

  #isLost({ at, answer }: Tries[number], now: Date): boolean {
    return answer === undefined && now.getTime() - Date.parse(at) > outcomeIn;
  }

  /** Makes the record another, decided anew when another call was faster. */
  async #change(decide: (tries: Tries, now: Date) => Tries): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt++) {
      const stored = await this.#wiring.records.get(key);
      const now = this.#wiring.now();
      const all = stored ? record.parse(JSON.parse(stored.value)) : [];
      const fresh = all.filter(({ at }) => Date.parse(at) > now.getTime() - hour);
      const next = decide(fresh, now);
      if (next === fresh) return;
      try {
        await this.#wiring.records.put(key, JSON.stringify(next), stored?.version ?? 'none');
        return;
      } catch (reason) {
        if (!(reason instanceof WrongExpectedRevision)) throw reason;
      }
    }
    throw new Busy('Too many test mails are asked for at once.');
  }
}

const testMail = (uid: string): Mail => ({
  to: { uid },
  kind: 'test',
  subject: 'A test mail from your shop',
  paragraphs: ['An admin of the shop, most likely you, asked for this mail, to see whether mails arrive. They do.'],
  action: { label: 'Open the dashboard', path: '/dashboard' },
  goodFor: hour,
  perHour: mostTestMails,
});
