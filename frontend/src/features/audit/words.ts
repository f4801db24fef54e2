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
  'failed-sign-ins': 'Failed sign-ins',
  'refused-sign-ups': 'Refused sign-ups',
};

/** Of a longer id only so much is said as tells it from others; a day, `2026-12-01`, is said whole. */
const readable = 12;

/** A thing in short: `Tool 3f2a81c0`, an order by its number. Long ids are hard to read; the whole of it is in the link. */
export function nameOf(entity: string): string {
  const [kind = '', id = ''] = [entity.slice(0, entity.indexOf(':')), entity.slice(entity.indexOf(':') + 1)];
  if (!entity.includes(':')) return entity === 'order-counts' ? 'Order counts' : entity;
  const words = kinds[kind] ?? kind.replaceAll('-', ' ');
  const shown = id.length > readable ? id.slice(0, 8) : id;
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)} ${kind === 'booking' ? orderNumber(id) : shown}`;
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** When something was, to the second, in the time of whoever looks. An event that cannot be read may not say so. */
export const wordsOfTime = (at: string) => (at === '' ? 'At an unknown time' : moment.format(new Date(at)));
