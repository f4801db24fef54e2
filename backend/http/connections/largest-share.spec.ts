import { describe, expect, it } from 'vitest';
import { LargestShare } from './largest-share.ts';

type Held = { readonly held: number; readonly from: string };

const many = (count: number, from: string): Held[] => Array.from({ length: count }, () => ({ held: 1, from }));
const together = (all: readonly Held[]) => all.reduce((sum, { held }) => sum + held, 0);

function shares() {
  const largest = new LargestShare(({ from }: Held) => from);
  return (all: readonly Held[], another = all.at(-1) as Held) => largest.of(all, together(all), another);
}

describe('the address that holds most', () => {
  it('is the one with most bytes, and not with most connections', () => {
    const [few, others] = [[{ held: 90, from: 'few' }], many(30, 'others')];
    expect(shares()([...others, ...few])).toEqual(few);
  });

  it('is nobody where no address has more than a sixteenth', () =>
    expect(shares()(Array.from({ length: 20 }, (_, n) => many(5, `address ${n}`)).flat())).toBeUndefined());

  it('is nobody where all come from one, and that one as soon as another comes', () => {
    const largest = shares();
    const all = many(100, 'one');
    expect(largest(all)).toBeUndefined();
    expect(largest([...all, ...many(1, 'another')])).toEqual(all);
  });

  it('is found in one look at each connection, however many others come from elsewhere', () => {
    let looks = 0;
    const one = (from: string) => ({
      from,
      get held() {
        looks += 1;
        return 1;
      },
    });
    const all = Array.from({ length: 1_000 }, (_, n) => one(n < 500 ? 'one' : `address ${n}`));
    expect(new LargestShare(({ from }: Held) => from).of(all, all.length, one('another'))).toHaveLength(500);
    expect(looks).toBe(all.length);
  });
});
