import { once } from 'node:events';
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net';
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streams, { type IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { appendService } from './append-service.ts';
import type { Asked } from './asked.ts';
import { basicAuth } from './basic-auth.ts';
import { batchAppendService } from './batch-append-service.ts';
import { deleteService } from './delete-service.ts';
import type { Faults } from './faults.ts';
import { featuresService } from './features-service.ts';
import { gossipService } from './gossip-service.ts';
import { unimplemented } from './grpc-errors.ts';
import type { InMemoryStore } from './in-memory-store.ts';
import { leaderOnly } from './leader-only.ts';
import { answerBytes } from './read-call.ts';
import { readService } from './read-service.ts';
import type { Patience } from './slow-consumer.ts';
import type { Release } from './subscription.ts';

export const HOST = '127.0.0.1';

/** What a server with TLS calls itself: certificates are for names. */
const NAME = 'localhost';

export type ServerNode = {
  store: InMemoryStore;
  faults: Faults;
  patience: Patience;
  like: Release;
  asked: Asked;
  batchAppend: boolean;
  /** The server's clock, in milliseconds since the Unix epoch. */
  now: () => number;
  users: Readonly<Record<string, string>> | undefined;
  /** PEM. */
  tls: { readonly key: string; readonly cert: string } | undefined;
};

export type RunningServer = { port: number; close(): Promise<void> };

/** Serves a node on a port of 127.0.0.1, 0 for any. Rejects when the port is taken. */
export async function serve(node: ServerNode, requestedPort: number): Promise<RunningServer> {
  const grpc = new Server({
    'grpc.max_receive_message_length': 16 * 1024 * 1024,
    'grpc.max_concurrent_streams': 100,
    interceptors: [...(node.users ? [basicAuth(node.users, node.tls !== undefined)] : []), leaderOnly(node.faults)],
  });
  const injector = grpc.createConnectionInjector(credentialsOf(node));
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // The other side may be gone without a word; that is no failure of ours.
    socket.on('error', () => socket.destroy());
    injector.injectConnection(socket);
  });
  listener.listen(requestedPort, HOST);
  await once(listener, 'listening');
  const { port } = addressOf(listener);
  addServices(grpc, node, port);

  return {
    port,
    /** Breaks every connection off, as a server does that crashes: calls on them end UNAVAILABLE. */
    close: async () => {
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of sockets) socket.destroy();
      grpc.forceShutdown();
      await closed;
    },
  };
}

function credentialsOf({ tls }: ServerNode): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(null, [{ private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.cert) }]);
}

function addServices(grpc: Server, node: ServerNode, port: number): void {
  const { store, faults, asked } = node;
  const { StreamsService } = streams;
  // What is read is mostly bytes already.
  const definition = { ...StreamsService, read: { ...StreamsService.read, responseSerialize: answerBytes } };
  grpc.addService(definition, {
    ...deleteService(store, faults),
    append: appendService(store, faults, asked),
    batchAppend: node.batchAppend ? batchAppendService(store, faults, node) : refuseBatches,
    read: readService(store, faults, node),
  });
  grpc.addService(features.ServerFeaturesService, featuresService(node));
  grpc.addService(gossip.GossipService, gossipService({ host: node.tls ? NAME : HOST, port }, faults));
}

/** As a server of before BatchAppend does. */
const refuseBatches: IStreamsServer['batchAppend'] = (call) => {
  call.emit('error', unimplemented());
};

function addressOf(listener: NetServer): AddressInfo {
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address;
}
