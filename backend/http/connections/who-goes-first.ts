import type { IncomingMessage, ServerResponse } from 'node:http';

/** What of a connection says whether it may be cut. */
type Held = {
  readonly held: number;
  readonly body: number;
  readonly answering: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined;
  readonly waiting: readonly unknown[];
};

/**
 * Whose connections are cut where all together hold too much, and in which order: of those of which the shop waits for their client, or has not
 * read the body, first who holds much, then who holds more than the least; then who has piled up calls. Whoever is only kept alive goes
 * last: such a connection may be used again at this very moment.
 * @param least what every connection is taken to cost
 */
export function whoGoesFirst(least: number): readonly ((connection: Held) => boolean)[] {
  const isNotAtWork = (connection: Held) => waitsForClient(connection) || isUnread(connection);
  return [
    (connection) => isNotAtWork(connection) && connection.held > 2 * least,
    (connection) => isNotAtWork(connection) && connection.held > least,
    ({ waiting }) => waiting.length > 0,
    waitsForClient,
  ];
}

/** Whether it is the client's turn: to ask, to send the rest of its call, or to take its answer. */
function waitsForClient({ answering }: Held): boolean {
  if (!answering?.request.complete) return true;
  return answering.response.writableEnded || answering.response.writableNeedDrain;
}

/** Whether all of a body has come, and its call has not had its turn. */
function isUnread({ answering, body }: Held): boolean {
  return body > 0 && answering?.request.readableEnded === false;
}
