import { expect } from 'vitest';
import { runShop } from '../shop-process.ts';

type Settings = Readonly<Record<string, string>>;

/** With some settings changed, the shop does not start, and says why in one line and nothing else. */
export async function expectOneLine(good: Settings, but: Settings, line: RegExp): Promise<void> {
  const { code, stdout, stderr } = await runShop({ ...good, ...but });
  expect(stderr).toMatch(/^Inventory cannot start: [^\n]+\n$/);
  expect(stderr).toMatch(line);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
}
