import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildOnce } from './build-once.ts';

const root = join(import.meta.dirname, '../../..');
const sources = [
  'frontend/src',
  'frontend/public',
  'frontend/build',
  'frontend/index.html',
  'frontend/vite.config.ts',
  'modules',
  'package-lock.json',
];

/**
 * Builds the frontend, unless what was built last is whole and newer than everything it is made of. Of several processes that want
 * it one does, and the others wait for it.
 * @param options.isAsked builds in any case, and says what Vite says
 */
export function buildFrontend({ isAsked = false }: { readonly isAsked?: boolean } = {}): Promise<void> {
  return buildOnce({
    sources: sources.map((path) => join(root, path)),
    // In the folder itself, so that whoever removes that has it built anew.
    mark: join(root, 'frontend/dist/.whole'),
    lock: join(root, 'node_modules/.cache/frontend-build.lock'),
    isAsked,
    waits: () => console.log('The pages are being built by another process; waiting for it.'),
    build() {
      if (!isAsked) console.log('Building the pages; this is done once and takes a few seconds.');
      const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', 'frontend/vite.config.ts'];
      return run(process.execPath, vite, isAsked ? 'inherit' : 'ignore');
    },
  });
}

function run(command: string, parameters: readonly string[], output: 'inherit' | 'ignore'): Promise<void> {
  return new Promise((resolve, reject) => {
    // Whoever asks may be a test, whose NODE_ENV would have React's slow development build put into the pages.
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = spawn(command, parameters, { cwd: root, env, stdio: ['ignore', output, 'inherit'] });
    // Whoever is told to stop lets go of the lock, and the next must not build beside this one.
    const end = () => child.kill();
    process.once('exit', end);
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('exit', end);
      if (code === 0) resolve();
      else reject(new Error('The pages could not be built.'));
    });
  });
}
