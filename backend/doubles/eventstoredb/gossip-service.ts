import { randomUUID } from 'node:crypto';
import type { IGossipServer } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import type { Faults } from './faults.ts';
import { uuidMessage } from './uuid-wire.ts';

/** Gossip of a cluster of one: this node leads it, or is all that it knows of while another is made the leader. */
export function gossipService(
  { host, port }: { host: string; port: number },
  faults: Pick<Faults, 'leader'>,
): IGossipServer {
  const instanceId = randomUUID();
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
  return {
    read: (_call, callback) => {
      const member = new gossip.MemberInfo()
        .setInstanceId(uuidMessage(instanceId, true))
        .setTimeStamp((BigInt(Date.now()) * 10_000n).toString())
        .setState(faults.leader ? FOLLOWER : LEADER)
        .setIsAlive(true)
        .setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port));
      callback(null, new gossip.ClusterInfo().setMembersList([member]));
    },
  };
}
