import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const built = join(root, 'frontend/dist/index.html');
const sources = [
  'frontend/src',
  'frontend/public',
  'frontend/build',
  'frontend/index.html',
  'frontend/vite.config.ts',
  'modules',
  'package-lock.json',
];

/** Builds the frontend, unless what was built last is newer than everything it is made of. */
export async function buildFrontend(): Promise<void> {
  const last = changedAt(built);
  if (last > 0 && sources.every((path) => changedAt(join(root, path)) <= last)) return;
  console.log('Building the pages; this is done once and takes a few seconds.');
  await run(process.execPath, [
    join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    '--config',
    'frontend/vite.config.ts',
  ]);
}

/** When a file, or anything in a folder, was changed last, in milliseconds; 0 when it is not there. */
function changedAt(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const times = entries
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
  return Math.max(0, ...times);
}

function run(command: string, parameters: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    // Whoever asks may be a test, whose NODE_ENV would have React's slow development build put into the pages.
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = spawn(command, parameters, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The pages could not be built.'))));
  });
}
