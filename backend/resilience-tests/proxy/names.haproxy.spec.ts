import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { freePorts } from '../../testing/redis/free-ports.ts';
import { startHaproxy } from '../../testing/servers/haproxy.ts';
import { startNameServer } from '../../testing/servers/name-server.ts';

const [before, afterwards] = ['127.0.0.2', '127.0.0.3'];

/** A node that answers with where it listens; gone after the test. */
async function nodeAt(address: string, port: number): Promise<Server> {
  const node = createServer((_, response) => void response.end(address)).listen(port, address);
  onTestFinished(() => end(node));
  await once(node, 'listening');
  return node;
}

function end(node: Server): void {
  node.close();
  node.closeAllConnections();
}

it('the proxy starts while the name of a node leads nowhere, and goes to where a name leads by then', async () => {
  const [port = 0] = await freePorts(1);
  const addresses = new Map([['node1.invalid', before]]);
  const nodes = [1, 2, 3].map((node) => `http://node${node}.invalid:${port}`);
  const node = await nodeAt(before, port);
  const proxy = await startHaproxy(nodes, { nameServer: await startNameServer(addresses) });
  const asked = async () => (await fetch(proxy)).text();
  expect(await asked()).toBe(before);

  // The container of the node is made anew, and has another address.
  end(node);
  await nodeAt(afterwards, port);
  addresses.set('node1.invalid', afterwards);
  await expect.poll(asked).toBe(afterwards);

  // Another node comes for the first time.
  await nodeAt(before, port);
  addresses.set('node2.invalid', before);
  await expect.poll(asked).toBe(before);
  await expect.poll(asked).toBe(afterwards);
});
