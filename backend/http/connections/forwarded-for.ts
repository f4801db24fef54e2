import type { IncomingMessage } from 'node:http';
import type { Log } from '../../runtime/logging/log.ts';

/**
 * Tells operators once that calls come through a proxy which is not believed: everybody then has the proxy's address, and
 * the limits by address lock all out together. Or somebody makes the header up, which is why it is not believed.
 */
export function warnOfForwardedFor(trustProxy: number, log: Pick<Log, 'warn'>): (request: IncomingMessage) => void {
  let isSaid = trustProxy > 0;
  return (request) => {
    if (!isSaid && (request.headers['x-forwarded-for'] ?? request.headers.forwarded) !== undefined) {
      isSaid = true;
      log.warn(
        { setting: 'TRUST_PROXY' },
        'calls say that they come through a proxy, and none is believed: TRUST_PROXY is 0',
      );
    }
  };
}
