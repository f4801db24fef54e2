import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause } from '../../runtime/time/pause.ts';
import { freePorts } from '../redis/free-ports.ts';
import { afterSpecFile } from '../suite/after-spec-file.ts';
import { listening } from './listening.ts';

const deployed = join(import.meta.dirname, '../../../deploy/haproxy.cfg');

type Options = {
  /** What is asked where nodes are whose origins have names: address:port. In the place of what the machine asks. */
  readonly nameServer?: string;
  /** How many connections an address may have, in the place of what is deployed. */
  readonly mostConnections?: number;
  /** Hears what the proxy writes into its log. */
  readonly logged?: (text: string) => void;
};

/**
 * The machine's haproxy with the configuration that is deployed, but for where its nodes are; gone after the spec file.
 * Resolves to its origin, once it has a node.
 */
export async function startHaproxy(
  nodes: readonly string[],
  { nameServer, mostConnections, logged }: Options = {},
): Promise<string> {
  const [port] = await freePorts(1);
  const origin = `http://127.0.0.1:${port}`;
  let configuration = (await readFile(deployed, 'utf8')).replace('bind :8080', `bind 127.0.0.1:${port}`);
  for (const [at, node] of nodes.entries()) {
    configuration = configuration.replace(`node${at + 1}:3000`, new URL(node).host);
  }
  if (mostConnections) configuration = configuration.replace('gt 4000', `gt ${mostConnections}`);
  if (nameServer) configuration = configuration.replace('parse-resolv-conf', `nameserver double ${nameServer}`);
  const folder = await mkdtemp(join(tmpdir(), 'haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  const proxy = spawn('haproxy', ['-f', file, '-db'], { stdio: ['ignore', logged ? 'pipe' : 'ignore', 'pipe'] });
  proxy.stdout?.setEncoding('utf8').on('data', logged ?? (() => {}));
  let said = '';
  proxy.stderr?.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const kill = () => proxy.kill('SIGKILL');
  process.once('exit', kill);
  afterSpecFile(async () => {
    await end(proxy, kill);
    await rm(folder, { recursive: true });
  });
  await untilItAnswers(origin, proxy, () => said);
  return origin;
}

/** A node that answers like that, in the place of all three behind haproxy; gone after the test. */
export async function nodeBehindHaproxy(
  answer: RequestListener,
  options: Options = {},
): Promise<{ node: Server; proxy: string }> {
  const node = createServer(answer);
  const port = await listening(node);
  const origin = `http://127.0.0.1:${port}`;
  return { node, proxy: await startHaproxy([origin, origin, origin], options) };
}

async function untilItAnswers(origin: string, proxy: ChildProcess, said: () => string): Promise<void> {
  while (proxy.exitCode === null) {
    try {
      if ((await fetch(`${origin}/health/serving`)).ok) return;
    } catch {
      // It does not listen yet.
    }
    await pause(20);
  }
  throw new Error(`haproxy ended before it was ready:\n${said()}`);
}

async function end(proxy: ChildProcess, kill: () => void): Promise<void> {
  process.off('exit', kill);
  if (proxy.exitCode !== null) return;
  const exited = once(proxy, 'exit');
  proxy.kill('SIGKILL');
  await exited;
}
