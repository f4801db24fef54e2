import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { codeIn, pages, proseOf, root, textOf } from './pages.ts';

/** What GitHub makes of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (page: string) =>
  [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading ?? ''));

const linksOf = (page: string) =>
  [...proseOf(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link]) => link ?? '');

function leadsSomewhere(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file ? join(dirname(page), file) : page;
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

/** A place in the repository, and not what a page says of many (`modules/*`), or of one that a reader has to choose. */
const isPlace = (code: string) => /^(backend|frontend|modules|docs|deploy|\.ci)\/[\w./-]+$/.test(code);

describe('what people read about the shop', () => {
  it('is more than a page', () => expect(pages()).toEqual(expect.arrayContaining(['README.md', 'docs/operating.md'])));

  it.each(pages())('leads somewhere, and names what is there: %s', (page) => {
    expect(linksOf(page).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
    expect(codeIn(proseOf(page)).filter((code) => isPlace(code) && !existsSync(join(root, code)))).toEqual([]);
    const said = [...textOf(page).matchAll(/npm run (?:-s |--silent )?([a-z:-]+)/g)].map(([, script]) => script ?? '');
    expect(said.filter((script) => !(script in manifest.scripts))).toEqual([]);
  });

  it('is led to by another page, but for the first, and for decisions, of which a folder is shown', () => {
    const led = (page: string) => linksOf(page).map((link) => join(dirname(page), link.split('#')[0] ?? ''));
    const ledTo = (page: string) => pages().some((other) => other !== page && led(other).includes(page));
    const others = pages().filter((page) => page !== 'README.md' && !page.startsWith('docs/decisions/'));
    expect(others.filter((page) => !ledTo(page))).toEqual([]);
  });
});
