import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BadSetting, type Config } from '../settings/config.ts';

/** @throws BadSetting when the address is taken, or not this machine's. */
export function listen(server: Server, { PORT, HOST }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (reason: NodeJS.ErrnoException) => {
      const isTaken = reason.code === 'EADDRINUSE';
      reject(
        new BadSetting(
          isTaken ? `PORT ${PORT} is in use` : `HOST ${HOST} with PORT ${PORT} cannot be listened on (${reason.code})`,
        ),
      );
    });
    server.listen(PORT, HOST, resolve);
  });
}

/** How the server is reached at the address that it listens on: http://host:port. */
export function originOf({ HOST }: Config, server: Server): string {
  const host = HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${portOf(server)}`;
}

/** Where this process reaches itself, whatever it listens on. */
export function loopbackOf(config: Config, server: Server): string {
  return ['0.0.0.0', '::'].includes(config.HOST) ? `http://127.0.0.1:${portOf(server)}` : originOf(config, server);
}

function portOf(server: Server): number {
  const address = server.address() as AddressInfo | null;
  return address?.port ?? 0;
}
