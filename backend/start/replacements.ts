import type { Passwords } from '../../modules/identity/passwords/password.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { ProviderDoubles } from '../payments/provider.ts';

/** What tests put in the place of the real thing. */
export type Replacements = ProviderDoubles & {
  readonly now?: () => Date;
  readonly frontend?: string;
  readonly passwords?: Passwords;
  /** Told what would be printed to the terminal. */
  readonly print?: (line: string) => void;
  /** Put around the store of events. */
  readonly around?: (store: EventStore) => EventStore;
};
