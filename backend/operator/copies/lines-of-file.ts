import { createReadStream } from 'node:fs';
import { Refusal } from '../../../modules/kernel/errors.ts';

/** Characters of a line, at most: many times a large picture. Without a bound, a line that never ends would fill the memory. */
const longestLine = 64 * 1024 * 1024;

/**
 * The lines of a text file in UTF-8, one in the memory at a time. They end at \n alone: readline ends them also at U+2028 and U+2029,
 * which JSON.stringify writes as they are. A \r before the \n stays; to JSON it is white space.
 * @param longest characters that a line may have
 * @throws Refusal for a line that is longer
 */
export async function* linesOfFile(file: string, longest = longestLine): AsyncGenerator<string, void, undefined> {
  let line = 1;
  let begun: string[] = [];
  let length = 0;
  // With the encoding said, the stream keeps the beginning of a character back until the rest of it has come.
  for await (const piece of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    for (const [index, part] of piece.split('\n').entries()) {
      if (index > 0) {
        yield begun.join('');
        line += 1;
        begun = [];
        length = 0;
      }
      begun.push(part);
      length += part.length;
      if (length > longest) throw new Refusal(`${file} cannot be read: line ${line} is too long.`);
    }
  }
  if (length > 0) yield begun.join('');
}
