import { setImmediate as nextRound } from 'node:timers/promises';
import type { Holdings } from '../kernel/holdings.ts';

/** Whom an export is of. */
export type Whose = { readonly uid: string; readonly email: string; readonly name: string };

/** As what it is sent. */
export const longJson = 'application/json; charset=utf-8';

/** How much of a long list is written at once: between these, others are answered. Nobody says how many orders somebody may have. */
const atOnce = 100;

/**
 * Everything that the shop holds of somebody, by what holds it, as a JSON text for people to read: piece by piece, so that no
 * more of it is in the memory than is being written.
 */
export async function* dataOf(
  { holdings, now }: { readonly holdings: readonly Holdings[]; readonly now: () => Date },
  { uid, email, name }: Whose,
): AsyncGenerator<string, void, undefined> {
  yield `{\n  "at": ${JSON.stringify(now())},\n  "account": ${written({ uid, email, name })}`;
  for (const { name: of, of: heldOf } of holdings) {
    const held = heldOf(uid);
    const value = Symbol.asyncIterator in held ? held : await held;
    const before = `,\n  ${JSON.stringify(of)}: `;
    if (isPages(value)) yield* list(before, value);
    else if (Array.isArray(value) && value.length > atOnce) yield* list(before, [value]);
    else {
      const text = written(value);
      if (text !== undefined) yield before + text;
    }
  }
  yield '\n}\n';
}

/** A list whose entries come a page at a time, as JSON.stringify writes it with two spaces. */
async function* list(before: string, pages: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>) {
  let between = `${before}[\n  `;
  for await (const page of pages) {
    for (let done = 0; done < page.length; done += atOnce) {
      const text = JSON.stringify(page.slice(done, done + atOnce), null, 2);
      yield between + text.slice('[\n'.length, -'\n]'.length).replaceAll('\n', '\n  ');
      between = ',\n  ';
      await nextRound();
    }
  }
  yield between === ',\n  ' ? '\n  ]' : `${before}[]`;
}

/** What stands under a name, as JSON.stringify writes it with two spaces; undefined for what it leaves out. */
function written(value: unknown): string | undefined {
  return (JSON.stringify(value, null, 2) as string | undefined)?.replaceAll('\n', '\n  ');
}

const isPages = (value: unknown): value is AsyncIterable<readonly unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
