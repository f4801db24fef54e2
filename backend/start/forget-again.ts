import { accountIdIn } from '../../modules/identity/accounts.ts';
import type { PersonForgotten } from '../../modules/identity/contract.ts';
import { scheduledOnce } from '../../modules/kernel/commands.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import { type Forgotten, forgetBecauseOf } from '../../modules/people/forget-person.ts';
import type { WiredModules } from './wire-modules.ts';

/** How many of those who were forgotten last are looked up: whoever misses none of them misses nobody. */
const newest = 100;

/**
 * Forgets people again whom a log knows that was put back from a backup, or came from elsewhere: the register beside it
 * says so. Their keys and accounts go before anything is read, the rest before the shop opens.
 */
export class ForgetAgain {
  readonly #wired: Pick<WiredModules, 'store' | 'identity' | 'register' | 'subjectKeys' | 'forgetting'>;
  #events: StoredEvent<PersonForgotten>[] = [];

  constructor(wired: Pick<WiredModules, 'store' | 'identity' | 'register' | 'subjectKeys' | 'forgetting'>) {
    this.#wired = wired;
  }

  /** Before the log is followed. Resolves soon where the log knows whom it has forgotten. */
  async closeAccounts(): Promise<void> {
    const people = [...this.#wired.register.all().values()];
    if ((await this.#missing(people.slice(-newest))).length === 0) return;
    this.#events = [];
    for (const { uid, stream } of await this.#missing(people)) {
      await this.#wired.subjectKeys.destroy(uid);
      await this.#wired.identity.accounts.forgetAt(accountIdIn(stream), uid, scheduledOnce('forget-again', uid));
      const said = await this.#said(uid, stream);
      if (said) this.#events.push(said);
    }
  }

  /** Once the read models show everything. */
  async forgetTheRest(): Promise<void> {
    for (const event of this.#events) await forgetBecauseOf(this.#wired.forgetting, event);
  }

  /** Those whose account this log has, and does not know to be forgotten. */
  async #missing(people: readonly Forgotten[]): Promise<Forgotten[]> {
    const missing = await Promise.all(
      people.map(async ({ uid, stream }) => {
        const events = await this.#wired.store.readStream(stream);
        return events.length > 0 && !events.some((event) => isAbout(event, uid));
      }),
    );
    return people.filter((_, index) => missing[index]);
  }

  async #said(uid: string, stream: string): Promise<StoredEvent<PersonForgotten> | undefined> {
    const events = await this.#wired.store.readStream(stream);
    return events.filter((event) => isAbout(event, uid)).at(-1);
  }
}

/** Whether an event says that this person is forgotten. */
export function isAbout(event: StoredEvent, uid: string): event is StoredEvent<PersonForgotten> {
  return event.type === 'PersonForgotten' && (event as StoredEvent<PersonForgotten>).data.uid === uid;
}
