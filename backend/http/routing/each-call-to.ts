import type { Log } from '../../runtime/logging/log.ts';
import type { AnsweredCall } from './serve-routes.ts';

/** A line of the log for each call; undefined where nobody would see it, so that it costs nothing. */
export function eachCallTo(level: string, log: Pick<Log, 'debug'>): ((call: AnsweredCall) => void) | undefined {
  if (level !== 'debug') return undefined;
  return ({ call, status, milliseconds, ids }) => {
    const found = { requestId: ids.request, correlationId: ids.correlation };
    log.debug({ call, status, milliseconds: Math.round(milliseconds * 10) / 10, ...found }, 'a call was answered');
  };
}
