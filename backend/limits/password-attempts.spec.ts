import { describe, expect, it } from 'vitest';
import { Conflict, Forbidden, SecondFactorWanted, Unauthorized } from '../../modules/kernel/errors.ts';
import { FairTurns } from './fair-turns.ts';
import { memoryRateLimiter } from './memory-rate-limiter.ts';
import { type Attempt, PasswordAttempts } from './password-attempts.ts';

function attemptsOf({ perAccount = 3, perAddress = 6 } = {}) {
  const now = () => new Date('2026-05-04T10:00:00Z');
  const attempts = new PasswordAttempts({
    turns: new FairTurns({ atOnce: 2, most: 100, mostOfOne: 100, refusal: 'Too many.' }),
    limiters: (_name, windows) => memoryRateLimiter({ ...windows, capacity: 100, now }),
    perAccount,
    perAddress,
  });
  const signal = new AbortController().signal;
  const usual = { address: 'here', account: 'mina', knownAs: undefined, counts: 'when-wrong', signal } as const;
  let worked = 0;
  const run = (but: Partial<Attempt>, outcome?: Error, hashed?: Promise<void>) =>
    attempts
      .run({ ...usual, ...but }, async () => {
        worked += 1;
        await hashed;
        if (outcome) throw outcome;
        return 'done';
      })
      .catch((reason: Error) => reason.name);
  return { run, worked: () => worked };
}

const wrong = new Unauthorized('Wrong.');
const times = async (count: number, call: () => Promise<string>) => {
  const outcomes: string[] = [];
  while (outcomes.length < count) outcomes.push(await call());
  return outcomes;
};

describe('attempts at a password', () => {
  it('that are refused cost no hash', async () => {
    const { run, worked } = attemptsOf();
    expect(await times(4, () => run({}, wrong))).toEqual(['Unauthorized', 'Unauthorized', 'Unauthorized', 'TooMany']);
    expect(worked()).toBe(3);
  });

  it('are wrong also where who is wrong is known, and is refused only this', async () => {
    const { run } = attemptsOf();
    const refused = new Forbidden('That is not your password.');
    expect((await times(4, () => run({}, refused))).at(-1)).toBe('TooMany');
    expect((await times(4, () => run({ knownAs: 'mina’s session' }, refused))).at(-1)).toBe('TooMany');
  });

  it('that wait when somebody is locked out cost none either', async () => {
    const { run, worked } = attemptsOf();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => run({}, wrong)));
    expect(outcomes.filter((outcome) => outcome === 'Unauthorized')).toHaveLength(3);
    expect(worked()).toBeLessThanOrEqual(4);
  });

  it('that are right but for something else tell nothing once there were too many', async () => {
    const { run } = attemptsOf();
    const guesses = Array.from({ length: 5 }, () => run({}, wrong));
    const outcomes = await Promise.all([...guesses, run({}, new Conflict('A second factor is wanted.'))]);
    expect(outcomes.at(-1)).toBe('TooMany');
  });

  it('that are right tell nothing either, where others were wrong too often while theirs was hashed', async () => {
    const { run } = attemptsOf();
    const hashed = Promise.withResolvers<void>();
    const right = run({}, undefined, hashed.promise);
    expect(await times(3, () => run({}, wrong))).toEqual(Array(3).fill('Unauthorized'));
    hashed.resolve();
    expect(await right).toBe('TooMany');
  });

  it('that are right lock nobody out but who makes more than a person would in an hour, and no browser of theirs', async () => {
    const { run, worked } = attemptsOf({ perAccount: 3 });
    const outcomes = await times(3 * 60 + 2, () => run({}));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(3 * 60);
    expect([outcomes.at(-1), worked()]).toEqual(['TooMany', 3 * 60]);
    expect(await run({}, wrong)).toBe('TooMany');
    expect(await run({ account: 'pari' })).toBe('done');
    expect(await run({ knownAs: 'browser' })).toBe('done');
    expect(await times(3 * 60, () => run({ knownAs: 'browser' }))).toContain('TooMany');
  });

  it('that are right, and want a second proof of which nobody’s email tells whose it is, count as right', async () => {
    const { run } = attemptsOf({ perAccount: 3 });
    const wanted = new SecondFactorWanted(['totp'], 'a cookie');
    const outcomes = await times(3 * 60 + 1, () => run({}, wanted));
    expect(outcomes.filter((outcome) => outcome === 'SecondFactorWanted')).toHaveLength(3 * 60);
    expect(outcomes.at(-1)).toBe('TooMany');
    expect(await run({ knownAs: 'browser' })).toBe('done');
  });

  it('do not count when they are right, nor when they are wrong in another way', async () => {
    const { run } = attemptsOf();
    expect(new Set(await times(10, () => run({})))).toEqual(new Set(['done']));
    expect(new Set(await times(10, () => run({}, new Conflict('Taken.'))))).toEqual(new Set(['Conflict']));
  });

  it('of who is known count by themselves, where limits by account are off too', async () => {
    for (const perAccount of [3, 0]) {
      const { run } = attemptsOf({ perAccount, perAddress: 3 });
      await times(4, () => run({}, wrong));
      expect(await times(4, () => run({ knownAs: 'browser' }, wrong))).toContain('TooMany');
      expect(await run({ knownAs: 'another browser' })).toBe('done');
    }
  });

  it('that tell something count each time, by address and not by account', async () => {
    const { run } = attemptsOf();
    const outcomes = await times(7, () => run({ counts: 'each-time' }));
    expect(outcomes).toEqual([...Array.from({ length: 6 }, () => 'done'), 'TooMany']);
    expect(await run({ address: 'elsewhere' })).toBe('done');
  });

  it('that send something count by account too, and lock nobody out of it', async () => {
    const { run } = attemptsOf();
    let addresses = 0;
    const ask = () => {
      addresses += 1;
      return run({ counts: 'sends-mail', address: `address ${addresses}` });
    };
    expect(await times(4, ask)).toEqual(['done', 'done', 'done', 'TooMany']);
    expect(await run({})).toBe('done');
  });

  it('that send something count by who is known, whatever others ask for, and no more often than theirs', async () => {
    const { run } = attemptsOf({ perAddress: 0 });
    const ask = (knownAs?: string) => run({ counts: 'sends-mail', knownAs });
    expect(await times(4, () => ask())).toContain('TooMany');
    expect(await times(4, () => ask('mina’s session'))).toEqual(['done', 'done', 'done', 'TooMany']);
    expect(await ask('mina’s browser')).toBe('done');
  });

  it('are not limited where that is off', async () => {
    const { run } = attemptsOf({ perAccount: 0, perAddress: 0 });
    expect(new Set(await times(30, () => run({}, wrong)))).toEqual(new Set(['Unauthorized']));
  });
});
