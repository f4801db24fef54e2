import { pino } from 'pino';

/** What the shop says to its operators. Never personal data, tokens or passwords. */
export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error' | 'debug'>;

/** A log of JSON lines on standard error; `silent` for none. */
export function openLog(level: string): Log {
  return pino(
    { level, base: undefined, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    pino.destination({ dest: 2, sync: false }),
  );
}
