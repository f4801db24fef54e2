import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const skipping = /\.(skipIf|runIf)\(|\(\{[^)]*\bskip\b[^)]*\}\) =>|^\s*(it|describe)\.(skip|todo|only)\b/m;

it('no spec keeps itself from being run: what a machine or a user lacks is named by vitest.config.ts', () => {
  const specs = globSync('{backend,modules,frontend}/**/*.spec.{ts,tsx}', { cwd: root });
  expect(specs.length).toBeGreaterThan(100);
  expect(specs.filter((spec) => skipping.test(readFileSync(join(root, spec), 'utf8')))).toEqual([]);
});
