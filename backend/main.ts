import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { flagOfThreads } from './start/node-flags.ts';

// Unless the environment has said so already. Where this process may not write, it goes without.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
// Before anything is compiled: what was compiled under other flags is compiled anew.
setFlagsFromString(flagOfThreads);

// Only now: what is imported outright would be loaded before.
await import('./start/run-shop.ts');
