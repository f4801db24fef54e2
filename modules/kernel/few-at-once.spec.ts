import { describe, expect, it } from 'vitest';
import { Busy } from './errors.ts';
import { FewAtOnce } from './few-at-once.ts';

async function* endless() {
  for (;;) yield 'piece';
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
    await expect(begin('mina')).rejects.toThrow(Busy);
    await begin('otto');
    await expect(begin('ida')).rejects.toThrow('Too many.');
    await first.return();
    await begin('ida');
    await expect(begin('mina')).rejects.toThrow(Busy);
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
