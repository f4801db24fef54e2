import { type DestinationStream, pino } from 'pino';

/** What the shop says to its operators. Never personal data, tokens or passwords. */
export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error' | 'debug'>;

/** A log of JSON lines on standard error, or somewhere else; `silent` for none. */
export function openLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Log {
  return pino({ level, base: undefined, serializers: { err: described } }, destination);
}

/** By these an error is known to others: to the system, to a database, to the payment provider's support. */
const known = new Set(['code', 'errcode', 'declineCode', 'requestId']);

/** Of an error only what it says. What it carries (a command of Redis, a body, an answer of Stripe) may be personal. */
function described(reason: unknown): unknown {
  if (!(reason instanceof Error)) return reason;
  const { type, message, stack } = pino.stdSerializers.err(reason);
  return { type, message, stack, ...Object.fromEntries(Object.entries(reason).filter(([name]) => known.has(name))) };
}
