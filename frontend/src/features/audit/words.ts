import { orderNumber } from '../../../../modules/kernel/values/order-number.ts';

/** What people call what the history calls by its streams. */
const kinds: Readonly<Record<string, string>> = {
  booking: 'Order',
  tool: 'Tool',
  user: 'Person',
  account: 'Account',
  payment: 'Payment',
  intent: 'Payment intent',
  review: 'Review',
  mail: 'Mail',
};

/** A thing in short: `Tool 3f2a81c0`, an order by its number. Long ids are hard to read; the whole of it is in the link. */
export function nameOf(entity: string): string {
  const [kind = '', id = ''] = [entity.slice(0, entity.indexOf(':')), entity.slice(entity.indexOf(':') + 1)];
  if (!entity.includes(':')) return entity === 'order-counts' ? 'Order counts' : entity;
  const words = kinds[kind] ?? kind.replaceAll('-', ' ');
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)} ${kind === 'booking' ? orderNumber(id) : id.slice(0, 8)}`;
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** When something was, to the second, in the time of whoever looks. An event that cannot be read may not say so. */
export const wordsOfTime = (at: string) => (at === '' ? 'At an unknown time' : moment.format(new Date(at)));
