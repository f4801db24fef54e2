import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '../../../modules/kernel/wire/wire.ts';
import { problemOf } from '../problems/problem.ts';
import { boundChunks } from './chunk-bound.ts';
import type { DueAnswers } from './due-answers.ts';
import { parserStopped } from './pipeline-bound.ts';

/** What the parser of HTTP gives up on, by its code; everything else is 400. */
const statuses: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The header fields are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the body are too large.'],
};

/**
 * Answers with a problem too what never becomes a whole request: what is no HTTP, comes too slowly, has headers without end, or a body that breaks off.
 * The connection ends with it, and without an answer for a body in chunks without end.
 */
export function answerClientErrors(server: Server, due: DueAnswers): void {
  server.on('connection', boundChunks);
  server.on('clientError', (error: NodeJS.ErrnoException, plain) => {
    if (error.code === parserStopped) return; // Too many calls, which is answered in its turn (Connections).
    const socket = plain as Socket; // Http listens on sockets of net.
    if (socket.writable && maySay(due.on(socket))) socket.write(answerOf(meaningOf(error)));
    socket.destroySoon();
  });
}

/** In the middle of another answer, or where another one is due first, nothing can be said any more: only of a body that does not come whole. */
function maySay(due: readonly ServerResponse[]): boolean {
  const [first] = due;
  return !first || (due.length === 1 && !first.headersSent && !first.req.complete);
}

function meaningOf({ code = '' }: NodeJS.ErrnoException): Problem {
  const [status, detail] = statuses[code] ?? [400, 'The request is not well formed.'];
  return problemOf(status, detail);
}

/** The last answer on a connection, for what has no response of Node's. */
export function answerOf(problem: Problem, headers: { readonly [name: string]: string } = {}): string {
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
