import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InOrder, type Standing } from './in-order.ts';

class Thing implements Standing<Thing> {
  before: Thing | undefined;
  after: Thing | undefined;
}

describe('what stands in a line', () => {
  const acts = fc.array(fc.record({ who: fc.nat(5), goes: fc.boolean() }), { maxLength: 40 });

  it('is there in the order in which each was moved to the end last, and leads nowhere once it is gone', () =>
    fc.assert(
      fc.property(acts, (some) => {
        const things = Array.from({ length: 6 }, () => new Thing());
        const line = new InOrder<Thing>();
        let expected: Thing[] = [];
        for (const { who, goes } of some) {
          const thing = things[who] as Thing;
          expected = expected.filter((each) => each !== thing);
          if (goes) line.remove(thing);
          else {
            line.moveToEnd(thing);
            expected.push(thing);
          }
          const there = [...line];
          expect(there.length).toBe(expected.length);
          expect(there.every((each, nth) => each === expected[nth])).toBe(true);
          if (goes) expect([thing.before, thing.after]).toEqual([undefined, undefined]);
        }
      }),
    ));

  it('may be taken out while it is told', () => {
    const line = new InOrder<Thing>();
    const things = [new Thing(), new Thing(), new Thing()];
    for (const thing of things) line.moveToEnd(thing);
    const told: Thing[] = [];
    for (const thing of line) {
      told.push(thing);
      line.remove(thing);
    }
    expect(told).toEqual(things);
    expect([...line]).toEqual([]);
  });
});
