import { appendFileSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Forgotten } from '../../modules/people/forget-person.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { ForgottenRegister } from './forgotten-register.ts';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, readSync: vi.fn(fs.readSync), readFileSync: vi.fn(fs.readFileSync) };
});

const person = (n: number, position = BigInt(n)): Forgotten => ({ uid: `u${n}`, stream: `account-${n}`, position });
const lineOf = ({ uid, stream, position }: Forgotten) =>
  `${JSON.stringify({ uid, stream, position: `${position}` })}\n`;
const linesOf = (...people: readonly Forgotten[]) => people.map(lineOf).join('');
const many = Array.from({ length: 10_000 }, (_, n) => person(n));

let file: string;
let register: ForgottenRegister;
beforeEach(() => {
  const dir = temporaryFolder();
  file = join(dir, 'forgotten.jsonl');
  register = new ForgottenRegister(dir);
});

/** How many bytes of files are read meanwhile. */
function bytesRead(work: () => void): number {
  const [pieces, files] = [vi.mocked(readSync).mockClear(), vi.mocked(readFileSync).mockClear()];
  work();
  const counts = [
    ...pieces.mock.results.map(({ value }) => Number(value)),
    ...files.mock.results.map(({ value }) => String(value).length),
  ];
  return counts.reduce((sum, count) => sum + count, 0);
}

describe('adding to the register', () => {
  it('reads as little when many thousands were forgotten as when one was', () => {
    writeFileSync(file, linesOf(...many));
    expect(register.all().size).toBe(many.length);
    for (const n of [20_000, 20_001, 20_002]) expect(bytesRead(() => register.add(person(n)))).toBeLessThan(2_000);
    expect(bytesRead(() => register.add(person(5)))).toBeLessThan(2_000);
    expect(register.all().size).toBe(many.length + 3);
  });

  it('reads what is there once, also when nobody has asked for it before', () => {
    writeFileSync(file, linesOf(...many));
    register.add(person(20_000));
    expect(bytesRead(() => register.add(person(20_001)))).toBeLessThan(2_000);
  });

  it('does nothing when the same is there as the last of that person', () => {
    for (const each of [person(1), person(1), person(1, 7n), person(1, 7n), person(1)]) register.add(each);
    expect(register.lines()).toEqual([person(1), person(1, 7n), person(1)]);
  });

  it('knows what another process has added', () => {
    register.add(person(1));
    const elsewhere = new ForgottenRegister(join(file, '..'));
    elsewhere.add(person(2));
    elsewhere.add(person(1, 7n));
    register.add(person(2));
    register.add(person(1, 7n));
    expect(register.lines()).toEqual([person(1), person(2), person(1, 7n)]);
  });

  it('goes on behind a line that was broken off, which says nothing of anybody', () => {
    register.add(person(1));
    appendFileSync(file, lineOf(person(2)).slice(0, 20));
    register.add(person(2));
    register.add(person(3));
    register.add(person(2));
    expect(register.lines()).toEqual([person(1), person(2), person(3)]);
  });

  it('takes a last line for one that only lacks its end', () => {
    appendFileSync(file, lineOf(person(1)).trimEnd());
    register.add(person(1));
    register.add(person(1));
    expect(register.lines()).toEqual([person(1)]);
  });

  it.each([
    [
      'another file',
      (text: string) => {
        writeFileSync(`${file}.new`, text);
        renameSync(`${file}.new`, file);
      },
    ],
    ['other content', (text: string) => writeFileSync(file, text)],
  ])('adds who is missing since %s was put in its place, whether longer or shorter', (_, put) => {
    for (const n of [1, 2, 3]) register.add(person(n));
    put(linesOf(person(3), person(2)));
    for (const n of [1, 2, 3]) register.add(person(n));
    expect([...register.all().keys()].sort()).toEqual(['u1', 'u2', 'u3']);
    put(linesOf(...many.slice(10, 50)));
    for (const n of [1, 2, 3]) register.add(person(n));
    expect(register.lines().slice(-3)).toEqual([person(1), person(2), person(3)]);
  });

  it('knows which lines cannot be read, but for what was broken off as it was written', () => {
    const lost = () => new ForgottenRegister(join(file, '..')).lost();
    expect(lost()).toEqual({ file, lines: [] });
    const whole = lineOf(person(2));
    const broken = [whole.slice(0, 20), '{"', whole.trimEnd().slice(0, -1)];
    writeFileSync(file, `${linesOf(person(1))}\n${broken.join('\n')}\n\n${whole}\n${lineOf(person(3)).slice(0, 20)}`);
    expect(lost()).toEqual({ file, lines: [] });
    const damaged = [linesOf(person(1)), lineOf(person(9)).replace('"uid"', '"u\0d"'), '\n', '{"uid":"u9"}\n', whole];
    writeFileSync(file, damaged.join(''));
    expect(lost()).toEqual({ file, lines: [2, 4] });
    expect([...register.all().keys()]).toEqual(['u1', 'u2']);
    writeFileSync(file, `${whole}${'\0'.repeat(50)}\n`);
    expect(lost()).toEqual({ file, lines: [2] });
  });

  it('begins a file anew where it was taken away', () => {
    register.add(person(1));
    rmSync(file);
    expect(register.lines()).toEqual([]);
    register.add(person(1));
    expect(register.lines()).toEqual([person(1)]);
  });
});
