import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { listening } from '../../testing/servers/listening.ts';
import { answerClientErrors } from './client-error.ts';
import { DueAnswers } from './due-answers.ts';

const chunked = (path: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: shop\r\n${more}Transfer-Encoding: chunked\r\n\r\n`;
const chunks = (count: number, length: number) => `${length.toString(16)}\r\n${'x'.repeat(length)}\r\n`.repeat(count);
const end = '0\r\n\r\n';

/** A server that answers with how many bytes of the body came. */
async function counting() {
  const come = { pieces: 0 };
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      come.pieces += 1;
      bytes += piece.length;
    });
    request.on('end', () => response.end(`${bytes} bytes;`));
  });
  answerClientErrors(server, new DueAnswers(server));
  const port = await listening(server);
  /** Sends bytes; resolves to all that came back. */
  const answered = (bytes: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    return text(socket).catch(() => '');
  };
  return { answered, come, port };
}

it('a body in very many short chunks is cut before pieces are made of all that was read, and is never taken for whole', async () => {
  const { answered, come } = await counting();
  expect(await answered(chunked('/') + chunks(9_000, 1) + end)).toBe('');
  expect(come.pieces).toBeLessThan(1_100);
});

it('a body in some short chunks, or in many that are longer, comes whole, one after the other on a connection', async () => {
  const { answered } = await counting();
  // Parsers are used again.
  for (let nth = 0; nth < 3; nth++) {
    const answer = await answered(
      `${chunked('/')}${chunks(900, 1)}${end}${chunked('/')}${chunks(3_000, 300)}${end}` +
        `${chunked('/', 'Connection: close\r\n')}${chunks(900, 1)}${end}`,
    );
    expect(answer.match(/\d+ bytes/g)).toEqual(['900 bytes', '900000 bytes', '900 bytes']);
  }
});

it('an answer in very many short chunks comes whole, whatever has read it', async () => {
  const { port } = await counting();
  const other = createServer(async (_request, response) => {
    for (let nth = 0; nth < 3_000; nth++) response.write('x');
    response.end();
  });
  const others = await listening(other);
  const answerFrom = async (from: number, method: string) => {
    const request = get({ port: from, method, headers: { connection: 'close' } });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return text(answer);
  };
  // The parser of a request is used again for an answer.
  for (let nth = 0; nth < 5; nth++) expect(await answerFrom(port, 'POST')).toBe('0 bytes;');
  for (let nth = 0; nth < 5; nth++) {
    expect((await answerFrom(others, 'GET')).length).toBe(3_000);
  }
});
