import { describe, expect, it } from 'vitest';
import { readConfig, settingNames } from '../../start/settings/config.ts';
import { codeIn, rowsIn, sectionOf, textOf } from './pages.ts';

const isSetting = (code: string) => /^[A-Z][A-Z_]+$/.test(code);

/** The default of each setting that a table says in a value; where it depends on others, the one that stands after 'else'. */
function defaultsIn(rows: readonly string[][]): [name: string, value: string][] {
  return rows.flatMap(([names = '', said = '']) => {
    const settings = codeIn(names).filter(isSetting);
    const values = settings.length > 1 ? said.split(', ') : [said.split(/\belse /).at(-1) ?? ''];
    return settings.flatMap((name, at): [string, string][] => {
      const value = /^(?:`([^`]+)`|([\d.]+))/.exec(values[at] ?? '');
      return value ? [[name, value[1] ?? value[2] ?? '']] : [];
    });
  });
}

const whole = rowsIn(sectionOf('docs/operating.md', '## Settings'));
const few = rowsIn(sectionOf('README.md', '## Settings'));

describe('the settings that docs/operating.md tells of', () => {
  it('are all there are, each once', () => {
    const told = whole.flatMap(([names = '']) => codeIn(names));
    expect(told.toSorted()).toEqual([...settingNames].toSorted());
  });

  it.each([...defaultsIn(whole), ...defaultsIn(few)])('have the defaults that it says: %s, %s', (name, value) => {
    const config = (given: Record<string, string>) => Object.entries(readConfig(given)).find(([one]) => one === name);
    expect(config({ [name]: value })).toEqual(config({}));
  });
});

/** The settings of which a text says the default in brackets behind them: `UNPAID_ORDERS` (20). */
const inBrackets = (text: string) =>
  [...text.matchAll(/`([A-Z][A-Z_]+)`\s\((\d+)\)/g)].map(([, name = '', value = '']) => [name, value] as const);

describe('the settings that promises name', () => {
  const promised = inBrackets(textOf('docs/guarantees.md'));

  it('are some', () => expect(promised.length).toBeGreaterThan(3));

  it.each(promised)('have the defaults that they say: %s, %s', (name, value) => {
    expect(Object.entries(readConfig({}))).toContainEqual([name, Number(value)]);
  });
});
