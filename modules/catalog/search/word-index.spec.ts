import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WordIndex } from './word-index.ts';
import { wordsIn } from './words.ts';

const texts = [
  { name: 'Claw Hammer', description: 'Drives nails, and pulls them.' },
  { name: 'Sledgehammer', description: 'Breaks what is in the way.' },
  { name: 'Hammerite Paint', description: 'For metal.' },
  { name: 'Nail Set', description: 'Goes under the hammer.' },
  { name: 'Bit 10', description: 'For drills.' },
  { name: 'Schraubenschlüssel', description: 'Größe 10.' },
];

function filled() {
  const index = new WordIndex();
  for (const [number, text] of texts.entries()) index.add(number, text);
  return index;
}

/** Names of what is found, the worthiest first. */
function found(search: string, index = filled()): string[] {
  const { numbers, worth } = index.find(wordsIn(search));
  return [...numbers]
    .map((number, at) => ({ name: texts[number]?.name ?? '', worth: worth[at] ?? 0 }))
    .sort((a, b) => b.worth - a.worth || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}

describe('the index of words', () => {
  it('finds words whole, at the beginning and inside of others, in names before descriptions', () => {
    expect(found('hammer')).toEqual(['Claw Hammer', 'Hammerite Paint', 'Sledgehammer', 'Nail Set']);
    expect(found('HAM')).toEqual(['Claw Hammer', 'Hammerite Paint', 'Sledgehammer', 'Nail Set']);
    expect(found('größe')).toEqual(['Schraubenschlüssel']);
  });

  it('finds words of one or two letters whole and at the beginning only', () => {
    expect(found('1')).toEqual(['Bit 10', 'Schraubenschlüssel']);
    expect(found('er')).toEqual([]);
    expect(found('f')).toEqual(['Bit 10', 'Hammerite Paint']);
  });

  it.each(['istan', 'İstan', 'ΚΑΤΣ', 'κατς', 'Κατσ'])('finds by the beginning, also in capitals: %s', (search) => {
    const index = new WordIndex();
    for (const [number, name] of ['İstanbul', 'Κατσαβίδι'].entries()) index.add(number, { name, description: '' });
    expect([...index.find(wordsIn(search)).numbers]).toEqual([/[a-z]/.test(search) ? 0 : 1]);
  });

  it.each([
    ['fon', 'fön', 'foen', 'Fön'],
    ['ol', 'Öl', 'oel', 'Öl 5 W'],
    ['crem', 'crème', 'CREME', 'Crème'],
    ['saege', 'sage', 'säge', 'Bügelsäge'],
    ['strasse', 'straße', 'STRASSE', 'Straße'],
    ['lodz', 'łódź', 'Lódz', 'Łódź'],
    ['елка', 'ёлка', 'ЁЛ', 'Ёлка'],
  ])('finds a word with accents and without, and with umlauts as two letters: %s, %s, %s in %s', (...said) => {
    const [name = '', ...searches] = said.reverse();
    const index = new WordIndex();
    index.add(0, { name, description: '' });
    for (const search of searches) expect([...index.find(wordsIn(search)).numbers], search).toEqual([0]);
    index.remove(0, { name, description: '' });
    for (const search of searches) expect([...index.find(wordsIn(search)).numbers], search).toEqual([]);
  });

  it('finds a word with umlauts in no other that has its letters without them', () => {
    const index = new WordIndex();
    for (const [number, name] of ['Massage Gun', 'Stichsäge'].entries()) index.add(number, { name, description: '' });
    expect([...index.find(wordsIn('Säge')).numbers]).toEqual([1]);
  });

  it.each(['multitool', 'multi-tool', 'Multi\u2011Tool', 'multi tool', 'multito', 'multitol'])(
    'finds a word with a hyphen, without and apart, as %s',
    (search) => {
      const index = new WordIndex();
      const names = ['Multi-tool', 'Multitool', 'Multi Tool'];
      for (const [number, name] of names.entries()) index.add(number, { name, description: '' });
      const isJoined = /multit/.test(search);
      expect([...index.find(wordsIn(search)).numbers].sort()).toEqual(isJoined ? [0, 1] : [0, 1, 2]);
    },
  );

  it.each([
    ['工具', '工', '工具箱', '电动工具', '电动工具箱'],
    ['ドリル', 'リル', '電動', '電動ドリル'],
    ['드릴', '전동', '전동 드릴', '전동드릴'],
  ])('finds words where none are parted by blanks, wherever they stand: %s, %s, %s', (...said) => {
    const [name = '', ...searches] = said.reverse();
    const index = new WordIndex();
    for (const [number, one] of [name, '手锯 鋸 톱질'].entries()) index.add(number, { name: one, description: '' });
    for (const search of searches) expect([...index.find(wordsIn(search)).numbers], search).toEqual([0]);
    for (const search of ['锯', '鋸', '톱']) expect([...index.find(wordsIn(search)).numbers], search).toEqual([1]);
    expect([...index.find(wordsIn('工箱')).numbers]).toEqual([]);
  });

  it('finds a measure with a blank before its unit and without', () => {
    const index = new WordIndex();
    const grinders = ['Angle Grinder 125 mm', 'Grinding Disc 125mm', 'Angle Grinder 230 mm'];
    for (const [number, name] of grinders.entries()) index.add(number, { name, description: '' });
    for (const search of ['125mm', '125 mm', '125MM grind'])
      expect([...index.find(wordsIn(search)).numbers].sort()).toEqual([0, 1]);
    index.remove(1, { name: 'Grinding Disc 125mm', description: '' });
    expect([...index.find(wordsIn('125mm')).numbers]).toEqual([0]);
  });

  it('finds what has every word', () => {
    expect(found('hammer nail')).toEqual(['Nail Set', 'Claw Hammer']);
    expect(found('nails claw hammer drives')).toEqual(['Claw Hammer']);
    expect(found('hammer drills')).toEqual([]);
    expect(found('')).toEqual([]);
  });

  it.each([
    ['hamer', ['Claw Hammer', 'Nail Set']],
    ['hxmmer', ['Claw Hammer', 'Nail Set']],
    ['hamemr', ['Claw Hammer', 'Nail Set']],
    ['hqqqer', []],
    ['sledgehamer', ['Sledgehammer']],
    ['schraubenschlussl', ['Schraubenschlüssel']],
    ['naols claw', ['Claw Hammer']],
    ['noals', []],
    ['nai', ['Nail Set', 'Claw Hammer']],
    ['nqi', []],
    ['nial', ['Nail Set']],
    ['bti', ['Bit 10']],
    ['10 bti', ['Bit 10']],
    ['nials', ['Claw Hammer']],
  ])('bears wrong letters in longer words that are nowhere as they are written: %s', (search, names) => {
    expect(found(search)).toEqual(names);
  });

  it('takes a word as it is written where it is somewhere', () => {
    const index = filled();
    index.add(6, { name: 'Hamer', description: 'A town.' });
    expect([...index.find(['hamer']).numbers]).toEqual([6]);
  });

  it('forgets what is taken out, with the words that nobody else has', () => {
    const index = filled();
    for (const number of [0, 1]) index.remove(number, texts[number] ?? { name: '', description: '' });
    expect(found('hammer', index)).toEqual(['Hammerite Paint', 'Nail Set']);
    expect(found('claw', index)).toEqual([]);
    expect(found('sledgehamer', index)).toEqual([]);
    index.add(0, { name: 'Saw', description: '' });
    expect([...index.find(['saw']).numbers]).toEqual([0]);
  });

  it('finds what one finds that is made anew, whichever texts come, change and go', () => {
    const some = fc.array(fc.constantFrom('saw', 'saws', 'hammer', 'hamer', 'drill', 'bit', '10'), { maxLength: 4 });
    const text = fc.option(
      fc.record({ name: some, description: some }).map(({ name, description }) => ({
        name: name.join(' '),
        description: description.join(' '),
      })),
      { nil: undefined },
    );
    const changes = fc.array(fc.record({ number: fc.nat(3), text }), { maxLength: 20 });
    const finds = (index: WordIndex, search: string) => {
      const { numbers, worth } = index.find(wordsIn(search));
      return new Map([...numbers].map((number, at): [number, number | undefined] => [number, worth[at]]));
    };
    fc.assert(
      fc.property(changes, (changes) => {
        const index = new WordIndex();
        const texts = new Map<number, (typeof changes)[number]['text']>();
        for (const { number, text } of changes) {
          index.change(number, texts.get(number), text);
          texts.set(number, text);
        }
        const anew = new WordIndex();
        for (const [number, text] of texts) if (text) anew.add(number, text);
        for (const search of ['saw', 'hammer', 'hamer', 'bit 10', 'drll', 'aw']) {
          expect(finds(index, search)).toEqual(finds(anew, search));
        }
      }),
    );
  });

  it('finds a word inside of others that was gone and came again, also after thousands of others', () => {
    const index = filled();
    const sledge = texts[1] ?? { name: '', description: '' };
    for (let n = 0; n < 3_000; n++) {
      const passing = { name: `Tool${n}x`, description: '' };
      index.add(6, passing);
      index.remove(6, passing);
      if (n % 1_000 === 0) {
        index.remove(1, sledge);
        expect(found('edgeham', index)).toEqual([]);
        index.add(1, sledge);
      }
    }
    expect(found('edgeham', index)).toEqual(['Sledgehammer']);
    // The words of their names are `tool`, `x` and a number.
    expect([...index.find(['999']).numbers]).toEqual([]);
    index.remove(0, texts[0] ?? { name: '', description: '' });
    index.add(6, { name: 'Bandsaw', description: '' });
    expect([...index.find(['ndsa']).numbers]).toEqual([6]);
    index.add(0, texts[0] ?? { name: '', description: '' });
    expect(found('hammer', index)).toEqual(found('hammer'));
  });

  it('says the same of one search after another', () => {
    const index = filled();
    const searches = ['hammer nail', 'zzz', 'hammer zzz', 'for', 'hamer', ''];
    const first = searches.map((search) => found(search, index));
    expect(searches.map((search) => found(search, index))).toEqual(first);
    expect(first).toEqual(searches.map((search) => found(search)));
  });
});
