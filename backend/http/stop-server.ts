import type { Server } from 'node:http';
import { pause } from '../pause.ts';

/** Milliseconds that requests under way have to be answered. */
const patience = 4_000;

/** Takes no more connections, lets requests under way be answered, then closes what is left. */
export async function stopServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const deadline = new AbortController();
  const closed = new Promise<void>((resolve) => server.close(() => resolve())).then(() => deadline.abort());
  const until = performance.now() + patience;
  while (!deadline.signal.aborted && performance.now() < until) {
    server.closeIdleConnections(); // Those kept alive become idle one by one, as their answers go out.
    await pause(20, deadline.signal);
  }
  server.closeAllConnections();
  await closed;
}
