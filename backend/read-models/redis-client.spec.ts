import { expect, it } from 'vitest';
import { isGivenUpFor } from './redis-client.ts';

it.each([
  "READONLY You can't write against a read only replica.",
  "READONLY You can't write against a read only replica. script: 1525, on @user_script:16.",
  "ERR Error running script (call to f_1): @user_script:16: @user_script: 16: -READONLY You can't write against a read only replica.",
])('a connection is made anew where Redis is a replica, as after a failover, and says: %s', (said) => {
  expect(isGivenUpFor(new Error(said))).toBe(true);
});

it.each(['LOADING Redis is loading the dataset in memory', 'ERR unknown command'])(
  'a connection is kept where Redis says: %s',
  (said) => {
    expect(isGivenUpFor(new Error(said))).toBe(false);
  },
);
