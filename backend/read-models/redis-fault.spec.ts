import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { explained } from './redis-fault.ts';

function answer(message: string): Error {
  return Object.assign(new Error(message), { name: 'ReplyError' });
}

describe('an error of Redis', () => {
  it.each([
    'LOADING Redis is loading the dataset in memory',
    "READONLY You can't write against a read only replica.",
    'CLUSTERDOWN The cluster is down',
    'MOVED 3999 127.0.0.1:6381',
    'TRYAGAIN Multiple keys request during rehashing of slot',
    'MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to no.',
    'MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist to disk.',
    'ERR Error running script (call to f_1): @user_script:3: -OOM command not allowed when used memory > maxmemory.',
  ])('is Unavailable when it says %s', (message) => {
    expect(explained(answer(message))).toBeInstanceOf(Unavailable);
  });

  it.each([
    "NOPERM User shop has no permissions to run the 'hget' command",
    "ERR The user executing the script can't run this command or subcommand script: 1525, on @user_script:8.",
    "ERR Error running script (call to f_1): @user_script:3: @user_script: 3: The user executing the script can't run this command or subcommand",
    "ERR ACL failure in script: User shop has no permissions to run the 'zadd' command script: 1525, on @user_script:8.",
  ])('is of a user who lacks a right, and tells what Redis says of it: %s', (said) => {
    const { name, message } = explained(answer(said)) as Error;
    expect(name).toBe('AccessRefused');
    expect(message).toMatch(/^READ_MODELS has a user who may not do [^\n]*ACL LOG[^\n]* docs\/operating\.md [^\n]*$/);
    expect(message).toContain(said);
  });

  it.each([
    ["ERR unknown command 'evalsha', with args beginning with: 'd:mina@example.org' ", "unknown command 'evalsha'"],
    ['ERR unknown command `info`, with args beginning with: ', 'unknown command `info`'],
    [
      'ERR Unknown Redis command called from script script: 1525, on @user_script:6.',
      'Unknown Redis command called from script script: 1525',
    ],
    [
      'ERR Error running script (call to f_1): @user_script:6: @user_script: 6: Unknown Redis command called from Lua script',
      'Unknown Redis command called from Lua script',
    ],
  ])('is of a Redis that lacks a command, and does not tell what it was given: %s', (said, because) => {
    const { name, message } = explained(answer(said)) as Error;
    expect(name).toBe('AccessRefused');
    expect(message).toMatch(/^READ_MODELS names a Redis that lacks a command [^\n]* docs\/operating\.md [^\n]*$/);
    expect(message).toContain(`(${because})`);
  });

  it('is Unavailable when it comes from the connection', () => {
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:6379');
    expect(explained(cause)).toMatchObject({
      name: 'Unavailable',
      message: expect.stringContaining('ECONNREFUSED'),
      cause,
    });
  });

  it.each(['WRONGTYPE Operation against a key', 'ERR syntax error', 'NOSCRIPT No matching script.'])(
    'stays what it is when the mistake is ours: %s',
    (message) => {
      const error = answer(message);
      expect(explained(error)).toBe(error);
    },
  );

  it('is what a transaction was discarded for', () => {
    const [aborted, first] = [
      answer('EXECABORT Transaction discarded because of previous errors.'),
      answer('OOM full'),
    ];
    expect(explained(Object.assign(aborted, { previousErrors: [first] }))).toMatchObject({
      name: 'Unavailable',
      message: 'Redis cannot be reached: OOM full',
    });
  });

  it('is not explained twice', () => {
    const unavailable = new Unavailable('away');
    expect(explained(unavailable)).toBe(unavailable);
  });
});
