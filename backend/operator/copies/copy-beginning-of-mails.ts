import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { mailsBegan } from '../../../modules/mails/beginning.ts';

type Beside = Pick<EventStore, 'records'>;

/** Since when a shop writes mails, as it stands beside its log; undefined where it writes none. */
export async function mailsBeganIn({ records }: Beside): Promise<string | undefined> {
  return (await records.get(mailsBegan))?.value;
}

/**
 * Has a copy of a log write mails since its original does, unless it says of itself since when. Without this, a shop would take all that
 * happened before it opens on the copy for older than its mails, and give up those that were still to go out. Which went out the history
 * knows.
 */
export async function beginMailsAsOf(began: string | undefined, { records }: Beside): Promise<void> {
  if (began !== undefined && !(await records.get(mailsBegan))) await records.put(mailsBegan, began, 'none');
}
