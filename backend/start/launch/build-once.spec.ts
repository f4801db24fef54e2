import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildOnce } from './build-once.ts';

let folder: string;
let built: number;

const at = (...parts: string[]) => join(folder, ...parts);
const options = () => ({ sources: [at('source')], mark: at('out', 'whole'), lock: at('cache', 'lock') });
const build = async () => {
  built += 1;
};

/** Of a file in the folder of sources: changed so many seconds from now. */
function change(seconds: number): void {
  writeFileSync(at('source', 'a.ts'), '');
  const when = Date.now() / 1_000 + seconds;
  utimesSync(at('source', 'a.ts'), when, when);
}

/** When a file is said to be from that is written at this moment, in milliseconds. */
function writtenNow(): number {
  writeFileSync(at('now'), '');
  return statSync(at('now')).mtimeMs;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inventory-build-'));
  built = 0;
  mkdirSync(at('source'));
  mkdirSync(at('out'));
  change(-60);
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('what is built once', () => {
  it('is built where there is nothing, and not again', async () => {
    await buildOnce({ ...options(), build });
    await buildOnce({ ...options(), build });
    expect(built).toBe(1);
  });

  it('is built again after a change, and whenever it is asked for', async () => {
    await buildOnce({ ...options(), build });
    change(60);
    await buildOnce({ ...options(), build });
    change(-60);
    await buildOnce({ ...options(), isAsked: true, build });
    expect(built).toBe(3);
  });

  it('is built again when something was changed while it was built', async () => {
    const changing = async () => {
      await build();
      change(0.001);
      // What is written from here on is newer than the change.
      const changed = statSync(at('source', 'a.ts')).mtimeMs;
      await expect.poll(() => writtenNow()).toBeGreaterThan(changed);
    };
    await buildOnce({ ...options(), build: changing });
    await buildOnce({ ...options(), build });
    expect(built).toBe(2);
  });

  it('is begun anew when it has failed, though all that it had made before is there', async () => {
    await buildOnce({ ...options(), build });
    const failing = buildOnce({ ...options(), isAsked: true, build: () => Promise.reject(new Error('broken off')) });
    await expect(failing).rejects.toThrow('broken off');
    await buildOnce({ ...options(), build });
    expect(built).toBe(2);
  });

  it('is built by one of those who want it at the same time, and the others come when it is whole', async () => {
    const { promise: maybeGo, resolve: go } = Promise.withResolvers<void>();
    const slow = () => build().then(() => maybeGo);
    let [waiting, done] = [0, 0];
    const waits = () => {
      waiting += 1;
    };
    const wanted = [1, 2, 3].map(() => buildOnce({ ...options(), build: slow, waits }).then(() => (done += 1)));
    await expect.poll(() => [built, waiting]).toEqual([1, 2]);
    expect(done).toBe(0);
    go();
    await Promise.all(wanted);
    expect([built, existsSync(at('out', 'whole'))]).toEqual([1, true]);
  });

  it('is begun anew by the next when a process was killed in the middle of it', async ({ onTestFinished }) => {
    const script = at('builder.mjs');
    // It waits for a word that is never said.
    const says = `await buildOnce({ ...${JSON.stringify(options())}, build: () => new Promise((resolve) => { process.once('message', resolve); process.send('begun'); }) });`;
    writeFileSync(
      script,
      `import { buildOnce } from ${JSON.stringify(join(import.meta.dirname, 'build-once.ts'))};\n${says}`,
    );
    const killed = fork(script);
    onTestFinished(() => void killed.kill('SIGKILL'));
    await once(killed, 'message');
    const waiting = Promise.withResolvers<void>();
    const next = buildOnce({ ...options(), build, waits: waiting.resolve });
    await waiting.promise;
    killed.kill('SIGKILL');
    await next;
    expect(built).toBe(1);
  });
});
