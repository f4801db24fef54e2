import { setImmediate as nextRound } from 'node:timers/promises';
import { Bulkhead } from '../kernel/concurrency/bulkhead.ts';
import type { Holdings } from '../kernel/holdings.ts';

/** Whom an export is of. */
export type Whose = { readonly uid: string; readonly email: string; readonly name: string };

/** As what it is sent. */
export const longJson = 'application/json; charset=utf-8';

/** How much of a long list is written at once: between these, others are answered. Nobody says how many orders somebody may have. */
const atOnce = 100;

/**
 * Everything that the shop holds of somebody, by what holds it, as a JSON text for people to read: piece by piece, so that no
 * more of it is in the memory than is being written. What cannot be read of it for its own stream alone keeps nothing else out of it,
 * and is named at its end: without this, half of it would look like all.
 */
export async function* dataOf(
  { holdings, now }: { readonly holdings: readonly Holdings[]; readonly now: () => Date },
  { uid, email, name }: Whose,
): AsyncGenerator<string, void, undefined> {
  yield `{\n  "at": ${JSON.stringify(now())},\n  "account": ${written({ uid, email, name })}`;
  const couldNotBeRead: string[] = [];
  for (const { name: of, of: heldOf } of holdings) {
    const held = heldOf(uid, (what) => couldNotBeRead.push(what));
    const read = Symbol.asyncIterator in held ? { value: held } : await readable(held);
    if (!read) {
      couldNotBeRead.push(of);
      continue;
    }
    const { value } = read;
    const before = `,\n  ${JSON.stringify(of)}: `;
    if (isPages(value)) yield* list(before, value);
    else if (Array.isArray(value) && value.length > atOnce) yield* list(before, [value]);
    else {
      const text = written(value);
      if (text !== undefined) yield before + text;
    }
  }
  if (couldNotBeRead.length > 0) yield `,\n  "couldNotBeRead": ${written(couldNotBeRead)}`;
  yield '\n}\n';
}

/** What is held; undefined where its stream cannot be read. */
const readable = (held: Promise<unknown>) => new Bulkhead().hold(held.then((value) => ({ value })));

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
