import { afterAll } from 'vitest';
import { endStoresUnderTest } from './stores-under-test.ts';

// Runs for each spec file, before anything in it; so this is the last of its hooks, and the shops are closed by then.
afterAll(endStoresUnderTest);
