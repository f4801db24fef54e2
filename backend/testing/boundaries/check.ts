import { join } from 'node:path';
import { violationsIn } from './boundary-rules.ts';

const root = join(import.meta.dirname, '../../..');
const violations = violationsIn(root);
for (const violation of violations) console.error(violation);
console.log(violations.length === 0 ? 'Boundaries: all kept.' : `Boundaries: ${violations.length} broken.`);
process.exitCode = violations.length === 0 ? 0 : 1;
