import { it } from 'vitest';
import { deployTimeout, expectUnnoticedDeploy } from './deploy.ts';

it(
  'a deploy to three nodes on one data directory, one after the other, is noticed by nobody',
  {
    timeout: deployTimeout,
  },
  () => expectUnnoticedDeploy({}),
);
