import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const page = join(import.meta.dirname, '../../docs/guarantees.md');
const text = readFileSync(page, 'utf8');
const promises = text.split(/\n(?=\*\*)/).slice(1);
const proofs = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): "([^"]+)"$/gm)].map(([, file, name]) => ({ file, name }));

describe('docs/guarantees.md', () => {
  it('promises nothing without a test', () => {
    expect(promises.length).toBeGreaterThan(10);
    for (const promise of promises) expect(promise, promise).toMatch(/^- \[[^\]]+\]\([^)]+\.spec\.ts\): "/m);
  });

  it.each(proofs)('names a test that is there: $name in $file', ({ file = '', name = '' }) => {
    const path = join(dirname(page), file);
    expect(existsSync(path), path).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain(name);
  });
});
