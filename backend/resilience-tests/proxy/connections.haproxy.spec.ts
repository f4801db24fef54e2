import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { nodeBehindHaproxy } from '../../testing/servers/haproxy.ts';

const most = 20;

it('an address has so many connections to the proxy at a time, and those of others are none of its', async () => {
  const { proxy } = await nodeBehindHaproxy((_, response) => response.end('{}'), { mostConnections: most });
  const { hostname: host, port } = new URL(proxy);
  const silent: Socket[] = [];
  const dial = async () => {
    const socket = connect({ host, port: Number(port), localAddress: '127.0.0.2' });
    onTestFinished(() => void socket.destroy());
    // One that is closed at once may never have been open.
    await new Promise((resolve) => socket.once('connect', resolve).once('error', resolve));
    socket.on('error', () => {});
    silent.push(socket.resume());
    return socket;
  };
  while (silent.length < most + 10) await dial();
  const open = () => silent.filter(({ destroyed }) => !destroyed);
  await expect.poll(() => open().length).toBe(most);
  expect((await fetch(`${proxy}/tool`)).status).toBe(200);

  open()[0]?.destroy();
  await expect
    .poll(async () => {
      const socket = await dial();
      socket.write('GET /tool HTTP/1.1\r\nHost: shop\r\n\r\n');
      return new Promise((resolve) => socket.once('data', (came) => resolve(`${came}`)).once('close', resolve));
    })
    .toContain('200 OK');
});
