import { ServerInterceptingCall, type ServerInterceptor, ServerListenerBuilder } from '@grpc/grpc-js';
import type { Faults } from './faults.ts';
import { notLeader } from './grpc-errors.ts';

/**
 * A node that follows another turns away who asks for the leader, and names it. Who does not is answered from what the node has: its
 * own clients never ask by themselves (db-client 6.2.1), be it that their address prefers the leader.
 */
export function leaderOnly(faults: Faults): ServerInterceptor {
  return (_, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next(
          new ServerListenerBuilder()
            .withOnReceiveMetadata((metadata, pass) => {
              const leader = metadata.get('requires-leader').includes('true') ? faults.leader : undefined;
              if (leader) call.sendStatus(notLeader(leader));
              else pass(metadata);
            })
            .build(),
        ),
    });
}
