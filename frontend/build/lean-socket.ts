import type { Plugin } from 'vite';

/** Modules of Socket.IO's client, and what is there in their place. */
const instead: readonly (readonly [RegExp, string])[] = [
  [/engine\.io-client[\\/].*[\\/]transports[\\/]webtransport\.js$/, 'export const WT = undefined;'],
  [/socket\.io-parser[\\/].*[\\/]is-binary\.js$/, 'export const isBinary = () => false, hasBinary = isBinary;'],
  [
    /socket\.io-parser[\\/].*[\\/]binary\.js$/,
    'export const deconstructPacket = undefined, reconstructPacket = undefined;',
  ],
];

/**
 * Leaves out what Socket.IO's client brings along for nobody, 1.2 kB of every first visit. The live connection is a WebSocket, or long
 * polling where none comes through (lib/live/live-socket.ts), and no WebTransport; and what is sent over it is JSON, with no bytes in it:
 * whoever sends some is told 'Unknown type', and the connection begins anew.
 */
export function leanSocket(): Plugin {
  return {
    name: 'lean-socket',
    apply: 'build',
    load: {
      filter: { id: instead.map(([module]) => module) },
      handler: (id) => instead.find(([module]) => module.test(id))?.[1],
    },
  };
}
