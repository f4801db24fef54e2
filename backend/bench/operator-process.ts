import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeEnvironment } from '../start/launch/node-flags.ts';

const root = join(import.meta.dirname, '../..');

/** What a command of operators took. */
export type Carried = {
  readonly seconds: number;
  /** Megabytes that were resident at the most. */
  readonly resident: number;
  readonly said: string;
};

/** Runs a command of operators as `npm run operator` does. @throws Error when it does not end well */
export async function runOperator(dataDir: string, said: readonly string[]): Promise<Carried> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const flags: string[] = String(scripts.operator).match(/--\S+/g) ?? [];
  const begun = performance.now();
  const child = spawn(process.execPath, [...flags, join(root, 'backend/operator/operator.ts'), ...said], {
    env: { ...process.env, ...nodeEnvironment, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr, resident] = ['', '', 0];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const watch = setInterval(() => {
    resident = Math.max(resident, residentOf(child.pid));
  }, 50);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  if (code !== 0) throw new Error(`${said.join(' ')} ended with ${code}: ${stderr}`);
  return { seconds: (performance.now() - begun) / 1_000, resident, said: stdout };
}

/** Megabytes that a process holds; 0 where the system does not say. */
function residentOf(pid: number | undefined): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes ?? 0) / 1_024);
  } catch {
    return 0;
  }
}
