import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { problem } from '../../../modules/kernel/wire/wire.ts';
import { listening } from '../../testing/servers/listening.ts';
import { answerClientErrors } from './client-error.ts';
import { DueAnswers } from './due-answers.ts';

/** Sends bytes to a server that answers `done` to each request; resolves to all that came back. */
async function answered(
  bytes: string,
  options: ServerOptions = {},
  answer: RequestListener = (_request, response) => response.end('done'),
): Promise<string> {
  const server = createServer(options);
  answerClientErrors(server, new DueAnswers(server));
  server.on('request', answer);
  const port = await listening(server);
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

function expectProblem(answer: string, status: number): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/^content-type: application\/problem\+json/im);
  expect(head).toMatch(/^connection: close$/im);
  expect(problem.strict().parse(JSON.parse(body))).toMatchObject({ status });
}

const get = 'GET / HTTP/1.1\r\nHost: shop\r\n';

describe('what never becomes a request', () => {
  it.each([
    ['is no HTTP', 400, 'Hello!\r\n\r\n'],
    ['says its length twice', 400, `${get}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    ['has headers without end', 431, `${get}${'X-Filler: x\r\n'.repeat(10_000)}\r\n`],
  ])('when it %s is answered %i with a problem', async (_, status, bytes) =>
    expectProblem(await answered(bytes), status),
  );

  it('when it takes too long to arrive is answered 408 with a problem', async () => {
    const soon = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 20 };
    expectProblem(await answered(get, soon), 408);
  });

  it('when its body breaks off in a way that is no HTTP is answered 400 with a problem, and not in the place of another', async () => {
    const chunked = 'POST / HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n';
    const whenWhole: RequestListener = (request, response) => {
      request.resume().on('end', () => response.end('done'));
    };
    expectProblem(await answered(`${chunked}2\r\nab\r\nZZ\r\n`, {}, whenWhole), 400);
    const never: RequestListener = (request) => void request.resume();
    expect(await answered(`${chunked}0\r\n\r\n${chunked}ZZ\r\n`, {}, never)).toBe('');
    expect(await answered(`${get}\r\n${chunked}ZZ\r\n`, {}, never)).toBe('');
  });

  it('is not written into the middle of another answer', async () => {
    const answer = await answered(`${get}\r\nHello!\r\n\r\n`, {}, (_request, response) => response.write('half'));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).not.toContain('problem');
  });
});
