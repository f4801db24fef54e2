import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** A class as it is written: what it extends, and what it says of itself. */
type Written = { readonly parent: string; readonly name: string | undefined; readonly countedAt: string | undefined };

const written = new Map<string, Written>();
for (const file of globSync('{modules,backend}/**/*.ts', { cwd: root })) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, own = '', parent = '', body = ''] of text.matchAll(
    /^(?:export )?class (\w+) extends (\w+) \{(.*?)^\}/gms,
  )) {
    const name = /^ {2}override name = '(\w+)'/m.exec(body)?.[1];
    written.set(own, { parent, name, countedAt: /^ {2}override readonly countedAt[^=]*= '(\w+)'/m.exec(body)?.[1] });
  }
}

/** What a class says of itself, or else what it extends does; undefined for what is no refusal, or not counted. */
function said(what: 'name' | 'countedAt', of: string): string | undefined {
  const found = written.get(of);
  return found && (found[what] ?? said(what, found.parent));
}

/** The kinds that are counted at a level, by the code. */
const inCode = (level: string) =>
  new Set([...written.keys()].filter((of) => said('countedAt', of) === level).map((of) => said('name', of)));

/** The kinds that operators are told of, each level's before its name. */
function inManual(): { readonly info: Set<string>; readonly warn: Set<string> } {
  const manual = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const bullet = /^- \*\*refusals\*\*(.*?)^- /ms.exec(manual)?.[1] ?? '';
  const [info = '', warn = ''] = bullet.split('at `info`');
  const kindsIn = (text: string) => new Set([...text.matchAll(/`([A-Z]\w+)`/g)].map(([, kind = '']) => kind));
  return { info: kindsIn(info), warn: kindsIn(warn) };
}

it('the kinds of refusals that the log counts are those that the manual tells of', () => {
  expect(inCode('warn')).toContain('BadSignature');
  expect(inManual()).toEqual({ info: inCode('info'), warn: inCode('warn') });
});
