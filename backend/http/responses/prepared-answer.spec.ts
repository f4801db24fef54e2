import { createHook } from 'node:async_hooks';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { threadsToCompress } from '../../../modules/kernel/concurrency/threads.ts';
import { pageAnswer } from '../../../modules/kernel/documents/page-answer.ts';
import { preparedAnswer } from './prepared-answer.ts';

const documents = Array.from({ length: 40 }, (_, n) => JSON.stringify({ _id: String(n), name: 'Claw hammer' }));
const page = (of: string[]) =>
  pageAnswer('/tool', { limit: 40 }, { documents: of, next: undefined, asOf: 1n }).json ?? '';

describe('an answer that was given before', () => {
  it('is hashed and compressed once, as long as a list is the same', async () => {
    const first = preparedAnswer(page(documents), true);
    const again = preparedAnswer(page(documents), true);
    expect(again).toBe(first);
    expect(again.compressed()).toBe(first.compressed());
    const other = preparedAnswer(page([...documents]), true);
    expect(other).not.toBe(first);
    expect(other.plain.equals(first.plain)).toBe(true);
    expect(other.digest).toBe(first.digest);
  });

  it('is kept where it is a public document, and where it is one person’s not', () => {
    const text = JSON.stringify({ _id: 't1', name: 'Claw hammer' });
    expect(preparedAnswer(text, true)).toBe(preparedAnswer(['', text].join(''), true));
    expect(preparedAnswer(text, false)).not.toBe(preparedAnswer(text, false));
    expect(preparedAnswer(`${text} `, true).digest).not.toBe(preparedAnswer(text, true).digest);
  });

  it('keeps no memory but its own, compressed or not', async () => {
    const text = JSON.stringify({ _id: 't2', Description: 'A hammer. '.repeat(200) });
    const { plain, digest } = preparedAnswer(text, true);
    const compressed = await preparedAnswer(text, true).compressed();
    for (const kept of [plain, compressed]) expect(kept?.buffer.byteLength).toBe(kept?.length);
    expect(gunzipSync(compressed ?? '').toString()).toBe(text);
    expect(preparedAnswer(text, false).digest).toBe(digest);
  });

  it('is compressed by a few threads at once, which are not all that files are read by', async () => {
    let begun = 0;
    const hook = createHook({ init: (_id, type) => void (type === 'ZLIB' && begun++) }).enable();
    const compressing = Array.from({ length: 10 }, (_, n) => preparedAnswer(`${n}`.repeat(10_000), false).compressed());
    expect(begun).toBe(threadsToCompress());
    await Promise.all(compressing);
    hook.disable();
    expect(begun).toBe(10);
  });

  it('is not compressed where it would wait behind megabytes of others', async () => {
    const megabyte = (n: number) => preparedAnswer(`${n}`.repeat(1_000_000), false);
    const many = Array.from({ length: 20 }, (_, n) => megabyte(n % 10));
    const others = many.map((one) => one.compressed()).filter((one) => one !== undefined);
    expect(others.length).toBeGreaterThan(1);
    expect(others.length).toBeLessThan(6);
    const own = preparedAnswer('own '.repeat(1_000), false);
    expect(own.compressed()).toBeUndefined();
    expect(many[0]?.compressed()).toBe(others[0]); // What is under way already is waited for by all who want the same.
    await Promise.all(others);
    expect(gunzipSync((await own.compressed()) ?? '').length).toBe(4_000);
  });
});
