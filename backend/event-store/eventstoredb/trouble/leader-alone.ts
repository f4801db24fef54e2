import type { EventStoreDBClient } from '@eventstore/db-client';

/**
 * Has a client ask for the leader with every call: another node says which that is, and the client goes there.
 *
 * The client takes an address that prefers the leader for a hint of where to begin (6.2.1): in the midst of an election it
 * takes any node, at an address of one node that one, and a leader that hands over it never leaves. Such a node sends on
 * what is to be written, and answers reads from what it has, be it that it has only just begun to copy the log (23.10,
 * `ClusterVNodeController.HandleAsNonLeader`).
 */
export function leaderAlone(client: EventStoreDBClient): EventStoreDBClient {
  askForLeader.call(client);
  return client;
}

function askForLeader(this: EventStoreDBClient): void {
  const { callArguments } = this;
  this.callArguments = (call, options) => callArguments({ ...call, requiresLeader: true }, options);
}
