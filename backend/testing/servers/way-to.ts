import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a port, until the test is over. */
export async function wayTo(port: number) {
  const sockets = new Set<Socket>();
  let isClosed = false;
  let asked = 0;
  const way = createServer((near) => {
    asked += 1;
    sockets.add(near.on('error', () => undefined));
    if (isClosed) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    sockets.add(far.on('error', () => undefined));
    near.pipe(far);
    far.pipe(near);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    way.close();
  });
  await once(way, 'listening');
  return {
    port: (way.address() as AddressInfo).port,
    /** How often somebody came. */
    asked: () => asked,
    /** It loses the connections that it has without a word, as when a machine is gone or a firewall forgets them. */
    lose() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Who comes from now on is sent away. @returns what opens it again */
    close() {
      isClosed = true;
      return () => {
        isClosed = false;
      };
    },
  };
}
