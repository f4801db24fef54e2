import { randomUUID } from 'node:crypto';
import type { IGossipServer } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import { uuidMessage } from './uuid-wire.ts';

/** Gossip of a cluster of one: this node leads it. */
export function gossipService({ host, port }: { host: string; port: number }): IGossipServer {
  const instanceId = randomUUID();
  return {
    read: (_call, callback) => {
      const member = new gossip.MemberInfo()
        .setInstanceId(uuidMessage(instanceId, true))
        .setTimeStamp((BigInt(Date.now()) * 10_000n).toString())
        .setState(gossip.MemberInfo.VNodeState.LEADER)
        .setIsAlive(true)
        .setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port));
      callback(null, new gossip.ClusterInfo().setMembersList([member]));
    },
  };
}
