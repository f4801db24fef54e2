import { describe, expect, it } from 'vitest';
import { Busy } from '../../kernel/errors.ts';
import { argon2Passwords } from './password.ts';

const passwords = argon2Passwords();

/** The CPU time that work took, on whichever thread, in milliseconds: what others do on a busy machine does not count. */
async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('passwords', () => {
  it('are hashed with argon2id at 64 MiB and 3 passes, each with its own salt', async () => {
    const [one, other] = [await passwords.hash('a good one'), await passwords.hash('a good one')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect(one).not.toBe(other);
  });

  it('are known again, and only they', async () => {
    const hash = await passwords.hash('a good one');
    expect(await passwords.verify(hash, 'a good one')).toBe(true);
    expect(await passwords.verify(hash, 'A good one')).toBe(false);
  });

  it('may have accents written either way', async () => {
    expect(await passwords.verify(await passwords.hash('caf\u00e9 noir'), 'cafe\u0301 noir')).toBe(true);
  });

  it.each([undefined, '', 'erased'])('match no hash that is none: %j', async (hash) => {
    expect(await passwords.verify(hash, '')).toBe(false);
  });

  it('take as long to refuse without a hash as with one', async () => {
    const hash = await passwords.hash('a good one');
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 5; round++) {
      known.push(await millisecondsOf(() => passwords.verify(hash, 'wrong')));
      unknown.push(await millisecondsOf(() => passwords.verify(undefined, 'wrong')));
    }
    // The fastest of each is the least disturbed by what else the machine does.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2);
  });

  it('turn people away rather than queue without end', async () => {
    const small = argon2Passwords({ atOnce: 1, mostWaiting: 1 });
    const [first, second, third] = ['a', 'b', 'c'].map((password) => small.verify(undefined, password));
    await expect(third).rejects.toThrow(Busy);
    expect(await Promise.all([first, second])).toEqual([false, false]);
  });
});
