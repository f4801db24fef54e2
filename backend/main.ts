import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// What was compiled at an earlier start is not compiled again, which is more than half of a start. Beside the packages, where
// only who installs the shop may write; where this process may not, it goes without.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));

// Only now: what is imported outright would be loaded before.
await import('./start/run-shop.ts');
