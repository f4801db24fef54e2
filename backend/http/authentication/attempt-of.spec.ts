import { expect, it } from 'vitest';
import type { Route } from '../../../modules/kernel/route.ts';
import type { Call } from '../routing/call.ts';
import { attemptOf } from './attempt-of.ts';

it('a browser that two accounts know has guesses of its own at each of them', async () => {
  const limits = { keyOf: (...parts: readonly string[]) => parts.join(' '), addressKey: () => 'here' };
  const browsers = {
    knows: async (_: unknown, email: string) => (email === 'stranger@example.com' ? undefined : 'a browser'),
  };
  const request = { headers: { cookie: 'known=here' } };
  const { signal } = new AbortController();
  const knownAs = async (email: string) => {
    const call = { request, origin: { socket: {} } } as unknown as Call;
    const who = { body: { email, password: 'a guess' }, caller: undefined, signal };
    return (await attemptOf({ costsPassword: true } as Route, call, who, { limits, browsers })).knownAs;
  };
  expect(await knownAs('mina@example.com')).not.toBe(await knownAs('nina@example.com'));
  expect(await knownAs('mina@example.com')).toBe(await knownAs('mina@example.com'));
  expect(await knownAs('stranger@example.com')).toBeUndefined();
});
