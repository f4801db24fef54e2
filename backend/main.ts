import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Unless the environment has said so already. Where this process may not write, it goes without.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));

// Only now: what is imported outright would be loaded before.
await import('./start/run-shop.ts');
