import { once } from 'node:events';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { connect as dial } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { pause } from '../../runtime/time/pause.ts';
import { nodeBehindHaproxy } from '../../testing/servers/haproxy.ts';

/** As the proxy's configuration has it: in ten seconds, from one address. */
const most = 10_000;

/** Asks over one connection, and gives up each time in the same moment. */
async function askAndGiveUp(session: ClientHttp2Session, times: number): Promise<void> {
  for (let asked = 0; asked < times && !session.closed; asked += 50) {
    for (let n = 0; n < 50; n++) {
      const stream = session.request({ ':path': '/tool' });
      stream.on('error', () => {}); // It was given up.
      stream.close(constants.NGHTTP2_CANCEL);
    }
    await pause(1);
  }
}

type Answered = { readonly status: number | undefined; readonly text: string };

/** What is answered over HTTP/2 to somebody at one of this machine's addresses. */
async function askedFrom(localAddress: string, proxy: string): Promise<Answered> {
  const session = connect(proxy, {
    createConnection: (url) => dial({ port: Number(url.port), host: url.hostname, localAddress }),
  });
  try {
    const stream = session.request({ ':path': '/tool' });
    const [headers] = await once(stream, 'response');
    return { status: headers[':status'], text: (await stream.setEncoding('utf8').toArray()).join('') };
  } finally {
    session.destroy();
  }
}

it('who asks and gives up without end over one connection is refused at the proxy, and nobody else', async () => {
  let connections = 0;
  const { node, proxy } = await nodeBehindHaproxy((_, response) => response.end('{}'));
  node.on('connection', () => {
    connections += 1;
  });

  const session = connect(proxy);
  session.on('error', () => {}); // That it is cut off is as good.
  onTestFinished(() => session.destroy());
  await askAndGiveUp(session, 2 * most);

  const refused = await askedFrom('127.0.0.1', proxy);
  expect(refused.status).toBe(429);
  expect(JSON.parse(refused.text)).toMatchObject({ status: 429, title: 'Too Many Requests' });
  expect((await askedFrom('127.0.0.2', proxy)).status).toBe(200);
  // Over HTTP/1.1 each call that is begun is one that its caller can be charged for.
  expect((await fetch(`${proxy}/tool`)).status).toBe(200);
  expect(connections).toBeLessThan(1.1 * most);
}, 60_000);
