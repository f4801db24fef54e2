import type { Plugin } from 'vite';

const itsModule = /engine\.io-client[\\/].*[\\/]transports[\\/]webtransport\.js$/;

/**
 * The live connection is a WebSocket, or long polling where none comes through (lib/live/live-socket.ts). Socket.IO's client brings a
 * third way along, WebTransport: 0.8 kB of every first visit that nobody runs.
 */
export function withoutWebTransport(): Plugin {
  return {
    name: 'without-web-transport',
    apply: 'build',
    load: { filter: { id: itsModule }, handler: () => 'export const WT = undefined;' },
  };
}
