import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../modules/kernel/errors.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { linesOfFile } from './lines-of-file.ts';

function fileOf(text: string): string {
  const file = join(temporaryFolder(), 'lines');
  writeFileSync(file, text);
  return file;
}

describe('the lines of a file', () => {
  it.each([
    ['nothing', '', []],
    ['one that is not ended', 'one', ['one']],
    ['some, and one that is empty', 'one\n\nthree\n', ['one', '', 'three']],
    ['those of another system', 'one\r\ntwo\r\n', ['one\r', 'two\r']],
    [
      'characters that end a line elsewhere',
      'one\u2028still\u2029still\u0085still\rstill\ntwo\n',
      ['one\u2028still\u2029still\u0085still\rstill', 'two'],
    ],
  ])('are those between its ends of line: %s', async (_, text, lines) => {
    expect(await Array.fromAsync(linesOfFile(fileOf(text)))).toEqual(lines);
  });

  it('are whole, wherever in a character a piece of the file ends', async () => {
    // Each of some hundreds of thousands of bytes, of which pieces have no multiple of three or four.
    const long = ['\u2028', '\u2029', 'é€', '🔨', 'a🔨'].map((characters) => characters.repeat(100_000));
    expect(await Array.fromAsync(linesOfFile(fileOf(`${long.join('\n')}\n`)))).toEqual(long);
  });

  it('are refused where one is too long, also where it never ends', async () => {
    const read = (text: string) => Array.fromAsync(linesOfFile(fileOf(text), 200_000));
    const most = 'x'.repeat(200_000);
    expect(await read(`${most}\n${most}`)).toEqual([most, most]);
    for (const end of ['', '\n']) {
      await expect(read(`one\n${most}x${end}`)).rejects.toThrow(Refusal);
      await expect(read(`one\n${most}x${end}`)).rejects.toThrow(/line 2 is too long\.$/);
    }
  });
});
