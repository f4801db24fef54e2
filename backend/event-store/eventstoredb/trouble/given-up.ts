import type { Client, connectivityState } from '@grpc/grpc-js';

type Channel = ReturnType<Client['getChannel']>;

/** Of a connection that was closed by who had it. */
const closed: connectivityState.SHUTDOWN = 4;

const leaving = new WeakMap<Channel, Set<() => void>>();

/**
 * Calls this once the client has given up a connection for another, since the node there leads no more for one. What is under way on
 * it goes on until pings find that it is over: a node that is cut off from the others brings a subscription nothing, and does not end it.
 * @returns to be called when there is nothing to be left any more
 */
export function whenGivenUp(connection: Client, leave: () => void): () => void {
  const channel = connection.getChannel();
  const calls = leaving.get(channel) ?? new Set();
  leaving.set(channel, calls.add(leave));
  return () => void calls.delete(leave);
}

/** Has what is under way on a connection left, if that was given up. */
export function leaveGivenUp(connection: Client): void {
  const channel = connection.getChannel();
  if (channel.getConnectivityState(false) !== closed) return;
  for (const leave of leaving.get(channel) ?? []) leave();
  leaving.delete(channel);
}
