import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

describe('a server of the bench', () => {
  it.each(['event-store-server.ts', 'bare-server.ts'])('ends when its parent is gone: %s', async (script) => {
    const child = fork(join(import.meta.dirname, script), [], { execPath: process.execPath });
    const ended = once(child, 'exit');
    await once(child, 'message');
    child.disconnect();
    expect(await ended).toEqual([0, null]);
  });

  it('ends when its parent says so', async () => {
    const child = fork(join(import.meta.dirname, 'event-store-server.ts'), [], { execPath: process.execPath });
    const ended = once(child, 'exit');
    await once(child, 'message');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
