import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rawConnection } from '../../testing/clients/raw-connection.ts';
import { DueAnswers } from './due-answers.ts';
import { stopping } from './stop-server.ts';

/** A server whose answers are given by hand, and a client that keeps its one connection. */
async function served() {
  const server = createServer();
  const { stop, lastAnswers } = stopping(server, new DueAnswers(server));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());

  /** Asks, and waits until the server knows of it. */
  async function ask() {
    const sent = request({ host: '127.0.0.1', port, agent }).end();
    const reply = once(sent, 'response').then(async ([answer]: IncomingMessage[]) => ({
      connection: answer?.headers.connection,
      text: answer && (await text(answer)),
    }));
    const [, answer] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    return { answer, reply };
  }
  return { server, stop, lastAnswers, ask };
}

describe('a server that stops', () => {
  it('answers what is under way, and says that the connection ends', async () => {
    const { server, stop, ask } = await served();
    const { answer, reply } = await ask();
    const stopped = stop();
    answer.end('done');
    expect(await reply).toEqual({ connection: 'close', text: 'done' });
    await stopped;
    expect(server.listening).toBe(false);
  });

  it('answers who was just about to ask again', async () => {
    const { stop, ask } = await served();
    const first = await ask();
    first.answer.end('first');
    expect(await first.reply).toEqual({ connection: 'keep-alive', text: 'first' });
    const stopped = stop();
    const second = await ask();
    second.answer.end('second');
    expect(await second.reply).toEqual({ connection: 'close', text: 'second' });
    await stopped;
  });

  it('goes on to answer before it does, and says that each connection ends', async () => {
    const { server, stop, lastAnswers, ask } = await served();
    const before = await ask();
    lastAnswers();
    before.answer.end('before');
    expect(await before.reply).toEqual({ connection: 'close', text: 'before' });
    const after = await ask();
    after.answer.end('after');
    expect(await after.reply).toEqual({ connection: 'close', text: 'after' });
    expect(server.listening).toBe(true);
    await stop();
  });

  it('ends a connection with the last of the answers that are due on it', async () => {
    const { server, lastAnswers, stop } = await served();
    const { port } = server.address() as AddressInfo;
    const { write, rest } = await rawConnection(`http://127.0.0.1:${port}`);
    const answers: ServerResponse[] = [];
    const asked = new Promise<void>((resolve) => {
      server.on('request', (_, answer) => void (answers.push(answer) === 2 && resolve()));
    });
    write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(2));
    await asked;
    lastAnswers();
    for (const answer of answers) answer.end('answered');
    expect((await rest()).match(/(?<=^Connection: ).*$/gim)).toEqual(['keep-alive', 'close']);
    await stop();
  });

  it('does not wait for who says nothing', async () => {
    const { stop, ask } = await served();
    const { answer, reply } = await ask();
    answer.end();
    await reply;
    await stop();
  });

  it('has nothing to do before it listens', async () => {
    const server = createServer();
    await stopping(server, new DueAnswers(server)).stop();
  });
});
