import { once } from 'node:events';
import { connect } from 'node:net';

export type RedisServer = { readonly host: string; readonly port: number };

/** Milliseconds that a server has to say it. */
const patience = 1_000;

/** Whether the other side ended a connection while something was on its way there: what it had said by then is lost. */
export function isCutOff(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
}

/**
 * What a Redis says to whom it turns away at once, since it has as many connections as it takes (`maxclients`), or takes those of its
 * own machine only (`protected-mode`). TCP shows that to nobody who has written something by then, so this listens alone. Over TLS it says nothing.
 * https://github.com/redis/redis/blob/7.0/src/networking.c (acceptCommonHandler, clientAcceptHandler)
 */
export async function saidToTurnAway({ host, port }: RedisServer): Promise<string | undefined> {
  const socket = connect({ host, port }).unref();
  try {
    const [said] = await once(socket, 'data', { signal: AbortSignal.timeout(patience) });
    return /^-(.+)\r\n/.exec(String(said))?.[1];
  } catch {
    return undefined;
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}
