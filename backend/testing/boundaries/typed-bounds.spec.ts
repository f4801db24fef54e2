import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

describe('how much a field takes', () => {
  it('is the bound by which the shop refuses (modules/kernel/wire/longest.ts), and no number of its own', () => {
    const files = globSync('frontend/src/**/*.tsx', { cwd: root });
    const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
    expect(texts.filter((text) => /maxLength=\{longest\w+\}/.test(text)).length).toBeGreaterThan(5);
    expect(files.filter((_, place) => /maxLength=(\{\d|")/.test(texts[place] ?? ''))).toEqual([]);
  });
});
