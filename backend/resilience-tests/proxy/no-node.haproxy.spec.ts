import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { problemOf } from '../../http/problems/problem.ts';
import { startHaproxy } from '../../testing/servers/haproxy.ts';

it('while there is no node, who calls is told when to try again, and who comes sees a page that looks again by itself', async () => {
  const node = createServer((_, response) => void response.end('{}')).listen(0, '127.0.0.1');
  onTestFinished(() => void node.close());
  await once(node, 'listening');
  const { port } = node.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const proxy = await startHaproxy([origin, origin, origin]);
  const page = { headers: { accept: 'text/html,application/xhtml+xml' } };
  const end = () => {
    node.close();
    node.closeAllConnections();
  };

  end();
  const told = async (path: string, how: RequestInit = {}) => {
    const answer = await fetch(proxy + path, how);
    const { status, headers } = answer;
    const [again, kept, type] = ['retry-after', 'cache-control', 'content-type'].map((name) => headers.get(name));
    return { status, again, kept, type, text: await answer.text() };
  };
  await expect.poll(() => told('/orders-info', page)).toMatchObject({ type: 'text/html; charset=utf-8' });
  const shown = await told('/orders-info', page);
  expect(shown).toMatchObject({ status: 503, again: '5', kept: 'no-store' });
  expect(shown.text).toMatch(/<meta http-equiv="refresh" content="5">.*<h1>The shop is starting<\/h1>/);
  const head = { method: 'HEAD', headers: { accept: 'Text/HTML' } };
  expect(await told('/orders-info', head)).toEqual({ ...shown, text: '' });
  for (const how of [{}, { method: 'POST', body: '{}', ...page }]) {
    const { text, ...answer } = await told('/booking', how);
    expect(answer).toEqual({ status: 503, again: '5', kept: 'no-store', type: 'application/problem+json' });
    expect(JSON.parse(text)).toEqual(problemOf(503, 'The shop is starting. Please try again in a moment.'));
  }

  node.listen(port, '127.0.0.1');
  await expect.poll(() => told('/orders-info', page)).toMatchObject({ status: 200 });
});
