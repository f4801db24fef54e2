import { describe, expect, it } from 'vitest';
import { Busy, TooMany } from '../errors.ts';
import type { Answer } from '../route.ts';
import { FewAtOnce } from './few-at-once.ts';

async function* endless() {
  for (;;) yield 'piece';
}

async function* twoPieces() {
  yield* ['first', 'last'];
}

describe('long answers', () => {
  it('are so many at once, in all and for one, and whoever ends early gives the place back', async () => {
    const few = new FewAtOnce({ inAll: 3, each: 2, refusal: 'Too many.' });
    const begin = async (who: string) => {
      const pieces = few.of(who, endless());
      await pieces.next();
      return pieces;
    };
    const first = await begin('mina');
    await begin('mina');
    await expect(begin('mina')).rejects.toThrow(TooMany);
    await begin('otto');
    await expect(begin('ida')).rejects.toThrow(Busy);
    await first.return();
    await begin('ida');
    await expect(begin('mina')).rejects.toThrow(Busy);
  });

  it('give their place to who finds none, where their reader has kept it waiting the longest, and say that they are not whole', async () => {
    const few = new FewAtOnce({ inAll: 2, each: 1, refusal: 'Too many.', patience: 0 });
    const [slow, slower] = [few.of('mina', endless()), few.of('otto', endless())];
    await slower.next();
    await slow.next();
    expect(await few.of('ida', endless()).next()).toMatchObject({ value: 'piece' });
    expect(await slow.next()).toMatchObject({ value: 'piece' });
    await expect(slower.next()).rejects.toThrow(Busy);
    expect(await slower.next()).toMatchObject({ done: true });
  });

  it('are whole for who has had the last piece by then', async () => {
    const few = new FewAtOnce({ inAll: 1, each: 1, refusal: 'Too many.', patience: 0 });
    const slow = few.of('mina', twoPieces());
    await slow.next();
    await slow.next();
    expect(await few.of('ida', endless()).next()).toMatchObject({ value: 'piece' });
    expect(await slow.next()).toMatchObject({ done: true });
  });

  it('are answers of a route in no other way', () => {
    const few = new FewAtOnce({ inAll: 1, each: 1, refusal: 'Too many.' });
    const answers: Answer[] = [
      { status: 200, text: { type: 'text/csv', chunks: few.of('mina', endless()) } },
      // @ts-expect-error: nobody has taken a place for them.
      { status: 200, text: { type: 'text/csv', chunks: endless() } },
    ];
    expect(answers).toHaveLength(2);
  });

  it('give the place back when they fail, and take none before they begin', async () => {
    const few = new FewAtOnce({ inAll: 1, each: 1, refusal: 'Too many.' });
    few.of('mina', endless());
    const broken = few.of(
      'mina',
      (async function* () {
        yield 'piece';
        throw new TypeError('broken');
      })(),
    );
    await broken.next();
    await expect(broken.next()).rejects.toThrow('broken');
    expect(await few.of('otto', endless()).next()).toMatchObject({ value: 'piece' });
  });
});

describe('work that may wait long', () => {
  it('is so much at once, in all and for one, and gives its place back whether it is done or fails', async () => {
    const few = new FewAtOnce({ inAll: 3, each: 2, refusal: 'Too many.' });
    const held = Array.from({ length: 3 }, () => Promise.withResolvers<string>());
    const [first, second, third] = held.map(({ promise }, n) => few.run(n < 2 ? 'mina' : 'otto', () => promise));
    await expect(few.run('mina', async () => 'done')).rejects.toThrow(TooMany);
    await expect(few.run('ida', async () => 'done')).rejects.toThrow(Busy);
    held[0]?.resolve('first');
    expect(await first).toBe('first');
    expect(await few.run('ida', async () => 'done')).toBe('done');
    held[1]?.reject(new TypeError('broken'));
    await expect(second).rejects.toThrow('broken');
    expect(await few.run('mina', async () => 'done')).toBe('done');
    held[2]?.resolve('third');
    expect(await third).toBe('third');
  });
});
