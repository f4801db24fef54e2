import { type Request, Router } from 'express';
import { madeOnce } from '../../modules/kernel/concurrency/made-once.ts';
import { isSameText } from '../../modules/kernel/encoding/same-text.ts';
import { Unauthorized } from '../../modules/kernel/errors.ts';
import type { Metered } from '../metrics/registry.ts';
import { isLoopback } from '../start/demo/demo.ts';
import { type Authentication, authenticate } from './authentication/authentication.ts';

export type MetricsOptions = Metered & {
  /** What whoever reads metrics says; without one they come from this machine. */
  readonly token: string | undefined;
};

/** By these a call says that it came by way of somebody else. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Metrics in Prometheus's format: for whoever has METRICS_TOKEN, for admins, and without such a token for this machine. They
 * hold nothing of anybody, but what a shop earns is nobody else's business. The library is loaded when it is first asked.
 */
export function metrics(
  { token, ...metered }: MetricsOptions,
  { authentication, callFrom }: { authentication: Authentication; callFrom: (request: Request) => Promise<void> },
): Router {
  const router = Router();
  const registry = madeOnce(async () => (await import('../metrics/registry.ts')).registryOf(metered));

  async function check(request: Request): Promise<void> {
    const { authorization } = request.headers;
    const [, said] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
    if (token !== undefined && said !== undefined && isSameText(said, token)) return;
    if (token === undefined && said === undefined && isFromHere(request)) return;
    await callFrom(request);
    if (said === undefined) throw new Unauthorized('Metrics are for operators: METRICS_TOKEN, or an admin’s token.');
    await authenticate('admin', authorization, authentication);
  }

  router.get('/metrics', async (request, response) => {
    await check(request);
    const shown = await registry();
    response.set({ 'Content-Type': shown.contentType, 'Cache-Control': 'no-store' }).end(await shown.metrics());
  });
  return router;
}

/**
 * Whether nobody but this machine has asked, by its own name, and not by way of a proxy on it. A name of somebody else's that
 * leads here (DNS rebinding) would let their page in a browser on this machine read it. HTTP/1.0 is what a proxy speaks that
 * was told nothing else (nginx's proxy_pass), and then it says of nobody that it forwards them.
 */
function isFromHere({ socket, headers, httpVersionMajor, httpVersionMinor }: Request): boolean {
  if (httpVersionMajor === 1 && httpVersionMinor === 0) return false;
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const host = URL.parse(`http://${headers.host}`)?.hostname ?? '';
  return isLoopback(address) && isLoopback(host) && forwarding.every((name) => headers[name] === undefined);
}
