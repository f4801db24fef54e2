import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection on which a test writes bytes of its own, whatever HTTP says of them. It reads nothing by itself. */
export type RawConnection = {
  readonly socket: Socket;
  readonly write: (bytes: string | Buffer) => void;
  /** Reads on until the connection is closed, or broken; what came. */
  readonly rest: () => Promise<string>;
};

export async function rawConnection(origin: string): Promise<RawConnection> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: false });
  socket.on('error', () => {}); // That the shop cuts it off is what such tests are about.
  await once(socket, 'connect');
  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    async rest() {
      let came = '';
      socket.on('data', (chunk: Buffer) => {
        came += chunk;
      });
      socket.resume();
      if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
      return came;
    },
  };
}

/** So many connections, opened one after the other. */
export async function rawConnections(origin: string, count: number): Promise<RawConnection[]> {
  const opened: RawConnection[] = [];
  while (opened.length < count) opened.push(await rawConnection(origin));
  return opened;
}
