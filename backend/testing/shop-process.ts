import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freshKeys } from '../start/keys/key-steps.ts';
import { nodeEnvironment, nodeFlags } from '../start/launch/node-flags.ts';
import { withoutBounds } from './shops/without-bounds.ts';

const root = join(import.meta.dirname, '../..');
const main = join(import.meta.dirname, '../main.ts');
const operator = join(import.meta.dirname, '../operator/operator.ts');

/** What a shop is compiled to is kept for the next, which halves what its start costs. */
const compiled = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compiled') };

type Environment = Readonly<Record<string, string>>;

/** How a process ended, and all that it said. */
export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type ShopProcess = {
  /** Where it can be reached. */
  readonly origin: string;
  readonly pid: number | undefined;
  /** Milliseconds from the start of the process until it said that it is open. */
  readonly openAfter: number;
  /** Sends a signal; resolves when the process has ended. */
  readonly end: (signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL') => Promise<Ended>;
};

/** The keys of every shop in production that this process tests, so that what they keep can be read. */
export const productionKeys = freshKeys().then((keys) => JSON.stringify(keys));

/**
 * Settings of a shop in production, which serves the pages that are built and builds none, without bounds on what one
 * person may do. Shops with the same settings take each other's tokens.
 */
export async function productionSettings(but: Environment): Promise<Environment> {
  return {
    NODE_ENV: 'production',
    PAYMENTS: 'sandbox',
    PUBLIC_URL: 'http://localhost',
    HOST: '127.0.0.1',
    PORT: '0',
    TRUST_PROXY: '0',
    LOG_LEVEL: 'error',
    IDENTITY_KEYS: await productionKeys,
    ...withoutBounds,
    ...but,
  };
}

/**
 * Runs main.ts as an operator would, on the pages that are built, with these settings and no others, until it ends.
 * @param user whose process it is, by number; only root can say another than itself
 */
export function runShop(environment: Environment, user?: number): Promise<Ended> {
  return ended(spawnNode([...nodeFlags, main, '--no-build'], environment, user));
}

/** Compiles the shop ahead, as a first start does, until it is done. */
export function runCompile(environment: Environment): Promise<Ended> {
  return ended(spawnNode([...nodeFlags, main, '--compile'], environment));
}

/**
 * Runs a command of operators on the stores that these settings name, and no others, until it ends. How far long work has come is
 * left out of what it said: on a busy machine all work is long.
 */
export async function runOperator(environment: Environment, ...said: readonly string[]): Promise<Ended> {
  return runOperatorAs(undefined, environment, ...said);
}

/** The same as another user, by number, which only root can. */
export async function runOperatorAs(user: number | undefined, environment: Environment, ...said: readonly string[]) {
  const all = await ended(spawnNode([operator, ...said], environment, user));
  return { ...all, stderr: withoutProgress(all.stderr) };
}

/** What a command said on standard error, but for how far its work had come. */
export function withoutProgress(stderr: string): string {
  return stderr.replaceAll(howFar, '');
}

const howFar = /^[\d,]+( of [\d,]+)? [^\n]+, [\d,]+ a second(, [^\n]+ left)?\n/gm;

/** The same, without waiting for it. */
export function beginOperator(environment: Environment, ...said: readonly string[]) {
  const child = spawnNode([operator, ...said], environment);
  return { child, ended: ended(child) };
}

/** The same in a terminal (a pty, by the `script` of util-linux or BSD): what somebody who sits there is shown. */
export async function inTerminal(environment: Environment, ...said: readonly string[]) {
  const { ended } = beginInTerminal(environment, process.execPath, operator, ...said);
  const { code, stdout } = await ended;
  return { code, shown: stdout };
}

/** Begins a command in a terminal, whose keys can be pressed. It is in the folder of the repository. */
export function beginInTerminal(environment: Environment, ...command: readonly string[]) {
  const inShell = command.map((word) => `'${word}'`).join(' ');
  const how = process.platform === 'linux' ? ['-qefc', inShell, '/dev/null'] : ['-q', '/dev/null', ...command];
  const child = spawned('script', how, environment, 'pipe');
  let shown = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    shown += chunk;
  });
  return {
    shown: () => shown,
    press: (keys: string) => void child.stdin?.write(keys),
    ended: ended(child),
  };
}

/**
 * Starts main.ts as a process of its own; resolves once it is open.
 * @throws Error with what it said when it ends before that.
 */
export async function startShopProcess(environment: Environment): Promise<ShopProcess> {
  const from = performance.now();
  const { child, end, ended } = beginShopProcess(environment);
  const origin = await Promise.race([
    originOf(child),
    ended.then(({ stdout, stderr, code }) => {
      throw new Error(`The shop ended with code ${code ?? child.signalCode}: ${stderr || stdout}`);
    }),
  ]);
  return { origin, pid: child.pid, openAfter: performance.now() - from, end };
}

/** The same, without waiting for it. */
export function beginShopProcess(environment: Environment) {
  const child = spawnNode([...nodeFlags, main, '--no-build'], environment);
  const end = ended(child);
  return {
    child,
    ended: end,
    end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL') {
      child.kill(signal);
      return end;
    },
  };
}

function spawnNode(what: readonly string[], environment: Environment, user?: number): ChildProcess {
  return spawned(process.execPath, what, environment, 'ignore', user);
}

function spawned(
  program: string,
  what: readonly string[],
  environment: Environment,
  stdin: 'ignore' | 'pipe' = 'ignore',
  user?: number,
): ChildProcess {
  const child = spawn(program, what, {
    cwd: root,
    env: { PATH: process.env.PATH, ...nodeEnvironment, ...compiled, ...environment },
    stdio: [stdin, 'pipe', 'pipe'],
    ...(user !== undefined && { uid: user, gid: user }),
  });
  // A test that fails half-way leaves nobody behind.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

async function ended(child: ChildProcess): Promise<Ended> {
  const [stdout, stderr, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

async function textOf(stream: ChildProcess['stdout']): Promise<string> {
  let text = '';
  stream?.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  if (stream) await once(stream, 'close');
  return text;
}

function originOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk;
      const origin = /open at (http:\S+)\n/.exec(said)?.[1];
      if (origin) resolve(origin);
    });
  });
}
