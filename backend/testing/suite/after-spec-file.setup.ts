import { afterAll } from 'vitest';
import { endWhatWasStarted } from './after-spec-file.ts';

// Runs for each spec file, before anything in it; so this is the last of its hooks, and the shops are closed by then.
afterAll(endWhatWasStarted);
