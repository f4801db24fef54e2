import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A server in a process of its own, so that who measures does not slow who is measured. */
export type ChildServer = {
  readonly origin: string;
  /** What it answers when it is asked how it is. */
  readonly ask: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

/** Starts a script that sends its origin when it is ready. */
export async function startChild(
  script: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  execArgv: readonly string[] = [],
): Promise<ChildServer> {
  const child: ChildProcess = fork(join(import.meta.dirname, script), parameters, {
    env: { ...process.env, ...environment },
    execArgv: [...execArgv],
  });
  const [origin] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${script} did not start.`))),
  ]);
  return {
    origin: String(origin),
    async ask() {
      child.send('how are you?');
      const [answer] = await once(child, 'message');
      return answer;
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
