import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls';

export type RedisServer = { readonly host: string; readonly port: number };

/** Milliseconds that a server has to say it. */
const patience = 1_000;

/** Whether the other side ended a connection while something was on its way there: what it had said by then is lost. */
export function isCutOff(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
}

/** What TLS says to whom it turns away, within what OpenSSL makes of it. */
const alert = /alert [^:\n]+/;

/**
 * What a Redis says to whom it turns away at once, since it has as many connections as it takes (`maxclients`), takes those of its own
 * machine only (`protected-mode`), or wants to see a certificate. TCP shows that to nobody who has written something by then, so this
 * listens alone. Of the first two nothing is said over TLS.
 * https://github.com/redis/redis/blob/7.0/src/networking.c (acceptCommonHandler, clientAcceptHandler)
 */
export async function saidToTurnAway(
  { host, port }: RedisServer,
  tls: ConnectionOptions | undefined,
): Promise<string | undefined> {
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const socket = tls ? connectSecurely({ ...tls, host, port, ...servername }) : connect({ host, port });
  try {
    const [said] = await once(socket.unref(), 'data', { signal: AbortSignal.timeout(patience) });
    return /^-(.+)\r\n/.exec(String(said))?.[1];
  } catch (reason) {
    return reason instanceof Error ? alert.exec(reason.message)?.[0] : undefined;
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}
