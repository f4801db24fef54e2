import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { nodeEnvironment, nodeFlags } from '../start/launch/node-flags.ts';

/** A server in a process of its own, so that whoever measures does not slow what is measured. */
export type ChildServer = {
  readonly origin: string;
  /** What it answers to a question. */
  readonly ask: (question?: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

/** A shop is started as an operator starts it, with what was compiled before. */
const compiled = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compiled') };

/** Starts a script that sends its origin when it is ready. */
export async function startChild(
  script: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  execArgv: readonly string[] = [],
): Promise<ChildServer> {
  const isShop = script === 'shop-server.ts';
  const child: ChildProcess = fork(join(import.meta.dirname, script), parameters, {
    env: { ...process.env, ...(isShop && { ...nodeEnvironment, ...compiled }), ...environment },
    execArgv: [...(isShop ? nodeFlags : []), ...execArgv],
  });
  const [origin] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${script} did not start.`))),
  ]);
  return {
    origin: String(origin),
    async ask(question = 'how are you?') {
      const answered = new AbortController();
      const ended = once(child, 'exit', { signal: answered.signal }).then(() => {
        throw new Error(`${script} has ended.`);
      });
      const answer = once(child, 'message', { signal: answered.signal }).then(([message]) => message);
      try {
        child.send(question);
        return await Promise.race([answer, ended]);
      } finally {
        answered.abort();
        await Promise.allSettled([answer, ended]);
      }
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
