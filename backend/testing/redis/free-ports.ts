import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Ports on which nothing listens at the moment, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => portOf(server.address()));
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address.port;
}
