import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { rawConnections } from '../../testing/clients/raw-connection.ts';
import { collectGarbage } from '../../testing/measuring/heap-in-use.ts';
import { answerClientErrors } from './client-error.ts';
import { Connections } from './connections.ts';
import { DueAnswers } from './due-answers.ts';
import { stopping } from './stop-server.ts';

it('a connection that is kept alive holds nothing of the call that was answered last', async () => {
  const server = createServer({ keepAliveTimeout: 0 }); // For good.
  const due = new DueAnswers(server);
  const { lastAnswers, stop } = stopping(server, due);
  onTestFinished(stop);
  answerClientErrors(server, due);
  const made: WeakRef<object>[] = [];
  new Connections().serve(server, (request, response) => {
    made.push(new WeakRef(request), new WeakRef(response));
    response.end('answered');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const opened = await rawConnections(`http://127.0.0.1:${port}`, 3);
  for (const { socket, write } of opened) {
    write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
    await once(socket, 'data');
  }
  expect(made).toHaveLength(6);
  const held = () => {
    collectGarbage();
    return made.filter((one) => one.deref() !== undefined).length;
  };
  await expect.poll(held).toBe(0);
  for (const { socket } of opened) expect(socket.closed).toBe(false);
  lastAnswers();
});
