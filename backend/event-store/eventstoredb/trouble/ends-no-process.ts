import type { EventStoreDBClient } from '@eventstore/db-client';
import { leaveGivenUp } from './given-up.ts';

/**
 * Has a client end no process when it finds no node. Of a call that has failed it asks whether that was on its present connection,
 * and waits for that where it is being opened; nobody hears of it where it cannot be (6.2.1). So it is with what was still under
 * way at the node before, which no more led. There is nothing to be done then: the next call looks for a node again.
 *
 * Where it gives up a connection, subscriptions there are left (see given-up.ts).
 */
export function endsNoProcess(client: EventStoreDBClient): EventStoreDBClient {
  passOverNoConnection.call(client);
  return client;
}

function passOverNoConnection(this: EventStoreDBClient): void {
  const { handleError } = this;
  this.handleError = async (connection, error) => {
    await handleError(connection, error).catch(() => undefined);
    leaveGivenUp(connection);
  };
}
