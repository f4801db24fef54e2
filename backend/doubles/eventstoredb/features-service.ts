import type { IServerFeaturesServer } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';

const STREAMS = ['read', 'append', 'delete', 'tombstone', 'batchappend'];

/**
 * ServerFeatures: what the client asks for before its first append. Names are lower case, as the client compares them.
 * Without BatchAppend in the list the client uses Append.
 */
export function featuresService({ batchAppend }: { batchAppend: boolean }): IServerFeaturesServer {
  const methods = STREAMS.filter((name) => batchAppend || name !== 'batchappend').map((name) =>
    new features.SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName(name),
  );
  const supported = new features.SupportedMethods().setEventStoreServerVersion('23.10.0').setMethodsList(methods);
  return { getSupportedMethods: (_call, callback) => callback(null, supported) };
}
