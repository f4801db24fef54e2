import { describe, expect, it } from 'vitest';
import { Annotation } from './annotation.ts';

describe('what is known of an object', () => {
  it('is kept with it, each kind by itself, and the last that was said counts', () => {
    const [colours, sizes] = [new Annotation<object, string>(), new Annotation<object, number>()];
    const [one, other] = [{}, {}];
    colours.set(one, 'red');
    colours.set(one, 'blue');
    sizes.set(one, 5);
    expect([colours.get(one), sizes.get(one), colours.get(other)]).toEqual(['blue', 5, undefined]);
  });

  it('is not in its fields, its copies or its JSON', () => {
    const notes = new Annotation<object, string>();
    const list = Object.assign(['a'], { more: true });
    notes.set(list, 'secret');
    expect(notes.get({ ...list })).toBeUndefined();
    expect(notes.get([...list])).toBeUndefined();
    expect(notes.get(structuredClone(list))).toBeUndefined();
    expect(JSON.stringify(list)).toBe('["a"]');
    expect(Reflect.ownKeys(list).filter((key) => Object.getOwnPropertyDescriptor(list, key)?.enumerable)).toEqual([
      '0',
      'more',
    ]);
  });
});
