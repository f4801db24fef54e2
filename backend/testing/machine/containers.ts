import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where whoever runs containers listens or is told of, as the package for them looks for it. */
const signs = [
  '/var/run/docker.sock',
  join(homedir(), '.docker/run/docker.sock'),
  join(homedir(), '.docker/desktop/docker.sock'),
  join(homedir(), '.testcontainers.properties'),
  `/run/user/${process.getuid?.()}/docker.sock`,
  join(process.env.XDG_RUNTIME_DIR ?? '', 'docker.sock'),
];

/**
 * What runs containers for tests; undefined where nothing can. It is loaded only where something points to it: that takes half a second of
 * the processor, in each process of a test.
 */
export async function containers(): Promise<typeof import('testcontainers') | undefined> {
  if (process.platform !== 'win32' && process.env.DOCKER_HOST === undefined && !signs.some(existsSync))
    return undefined;
  const loaded = await import('testcontainers');
  return loaded.getContainerRuntimeClient().then(
    () => loaded,
    () => undefined,
  );
}
