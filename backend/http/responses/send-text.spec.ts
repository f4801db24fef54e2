import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listening } from '../../testing/servers/listening.ts';
import { sendText } from './send-text.ts';

/** Serves a text that has no end; says how often one ended all the same, and what it threw. */
async function endless(patience: number) {
  const ended: unknown[] = [];
  async function* pieces() {
    try {
      for (;;) yield 'x'.repeat(256 * 1_024);
    } finally {
      ended.push('ended');
    }
  }
  const server = createServer((_, response) => {
    const text = { type: 'text/csv', chunks: pieces() };
    sendText(response, text, { status: 200 }, patience).catch((reason: unknown) => ended.push(reason));
  });
  const port = await listening(server);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
  return { ended, socket };
}

it('a text that nobody reads on is given up, and its connection ends', async () => {
  const { ended, socket } = await endless(50);
  socket.once('readable', () => {}); // One look, and nothing is taken from then on.
  await expect.poll(() => ended).toEqual(['ended']);
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
});

it('a text that is read goes on', async () => {
  const { ended, socket } = await endless(60_000);
  let read = 0;
  socket.on('data', (bytes) => {
    read += bytes.length;
  });
  await expect.poll(() => read).toBeGreaterThan(64 * 1_024 * 1_024);
  expect(ended).toEqual([]);
});

it('a text that fails before its first piece is answered like any other call', async () => {
  const failing: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new TypeError('broken')) }),
  };
  const server = createServer((_, response) => {
    sendText(response, { type: 'text/csv', chunks: failing }, { status: 200 }).catch((reason: Error) => {
      response.writeHead(500).end(reason.message);
    });
  });
  const port = await listening(server);
  const reply = await fetch(`http://127.0.0.1:${port}/`);
  expect([reply.status, await reply.text()]).toEqual([500, 'broken']);
});
