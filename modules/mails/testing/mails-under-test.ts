import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import { Unavailable } from '../../kernel/errors.ts';
import type { DomainEvent, StoredEvent } from '../../kernel/event.ts';
import { type MailDefinition, mails } from '../../kernel/mails.ts';
import { type DueMail, DueMails } from '../due-mails.ts';
import { PostOffice } from '../post-office.ts';
import { claimAgain } from '../reactors/claim-again.ts';
import { writeMails } from '../reactors/write-mails.ts';
import { openMails } from '../read-models/open-mails.ts';

type Greeted = DomainEvent<'Greeted', { uid: string }>;

/** Milliseconds, as all times here. */
export const start = Date.parse('2026-01-02T03:04:05.000Z');
export const minute = 60_000;
export const day = 24 * 60 * minute;

const signal = new AbortController().signal;

export type OneNode = ReturnType<MailsUnderTest['node']>;

/** A shop that mails whoever is greeted, on as many nodes as a test wants, with its clock in the test's hands. */
export class MailsUnderTest {
  now = start;
  /** What the next mails are like. */
  written: Pick<MailDefinition, 'goodFor' | 'perHour' | 'countsWith' | 'isSpread'> & {
    address?: string;
    kind?: string;
    isNobody?: true;
  } = {};
  /** Whether the addresses are proved to be those of their persons. */
  isProved = true;
  readonly addresses = new Map([['u1', 'mina@example.com']]);
  readonly events: StoredEvent[] = [];
  /** The command before which a node dies. */
  crashesAt: string | undefined;
  /** Whether the store takes no word of what became of a mail. */
  isStoreAway = false;
  /** How long each pause was to be. */
  readonly pauses: number[] = [];
  /** Until when each pause lasts. */
  pause: PromiseWithResolvers<void> | undefined;
  commandsTake = 0;

  readonly readModels = new InMemoryReadModels();
  readonly commands = new InMemoryCommands({
    now: () => new Date(this.now),
    appended: (appended) => this.readModels.follow([openMails], appended),
  });

  greeted(at = this.now, uid = 'u1'): StoredEvent<Greeted> {
    const { events } = this;
    const event: Greeted = { type: 'Greeted', data: { uid } };
    const place = { stream: 'greeting-1', revision: BigInt(events.length), position: BigInt(events.length + 1) };
    const happened = stored(event, { ...place, time: new Date(at).toISOString() });
    events.push(happened);
    return happened;
  }

  /** A node with a postman of its own; `take` is what that does with a mail. */
  node(take: (mail: DueMail, stop: AbortSignal) => Promise<void> = async () => {}, began = start - day) {
    const sent: DueMail[] = [];
    const failures: unknown[] = [];
    const due = this.#dueMails(began);
    const office = new PostOffice({
      commands: {
        load: (...which) => this.commands.load(...which),
        recall: (...which) => this.commands.recall(...which),
        execute: async (...command) => {
          if (command[3].type === this.crashesAt) throw new Error('Crashed.');
          if (this.isStoreAway && command[3].type === 'FinishMail') throw new Unavailable('The store is away.');
          const outcome = await this.commands.execute(...command);
          this.now += this.commandsTake;
          return outcome;
        },
      },
      due,
      isProved: async () => this.isProved,
      postman: {
        async send(mail, stop) {
          await take(mail, stop);
          sent.push(mail);
        },
      },
      readEvent: async ({ revision }) => this.events[revision],
      now: () => new Date(this.now),
      pause: async (milliseconds) => {
        this.pauses.push(milliseconds);
        await this.pause?.promise;
      },
      tries: { failed: (reason) => void failures.push(reason), succeeded: () => {} },
    });
    const reactor = writeMails({ due, office });
    const again = claimAgain({ open: viewOf(this.readModels, openMails), office, every: 1 });
    const look = () => again.run(new Date(this.now), signal);
    return {
      sent,
      failures,
      claim: (event: StoredEvent) => reactor.react(event),
      idle: () => office.idle(),
      react: async (event: StoredEvent) => {
        await reactor.react(event);
        await office.idle();
      },
      close: () => office.close(),
      look,
      lookAgain: async () => {
        await look();
        await office.idle();
      },
    };
  }

  /** A node whose postman never comes back. */
  dead() {
    return this.node(() => new Promise(() => {}));
  }

  /** Of all that is in the log, in its order. */
  types() {
    return this.commands.log.map(({ type }) => type);
  }

  #dueMails(began: number) {
    return new DueMails({
      mails: [
        mails<Greeted>({
          on: {
            Greeted: ({ data: { uid } }) => {
              const { address, isNobody, kind = 'hello', ...how } = this.written;
              const to = { uid, ...(address !== undefined && { address }), ...(isNobody && { isNobody }) };
              return { to, kind, subject: 'Hello', paragraphs: [], ...how };
            },
          },
        }),
      ],
      addressOf: async (uid) => this.addresses.get(uid),
      now: () => new Date(this.now),
      isBefore: (time) => Date.parse(time) < began,
    });
  }
}
