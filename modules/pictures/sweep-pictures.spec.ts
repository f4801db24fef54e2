import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../backend/doubles/in-memory-commands.ts';
import { Turns } from '../kernel/concurrency/turns.ts';
import { InMemoryRecords } from '../kernel/memory/in-memory-records.ts';
import { pictureAddress } from './contract.ts';
import { KeptPictures } from './kept-pictures.ts';
import { sweepPictures } from './sweep-pictures.ts';
import { UnusedMarks } from './unused-marks.ts';
import { wantedPictures } from './wanted-pictures.ts';

const day = 24 * 60 * 60_000;
const idOf = (letter: string) => letter.repeat(32);
const [a, b] = [idOf('a'), idOf('b')];
const bytes = Buffer.from('a picture');
const sizes = { 320: bytes, 640: bytes, 1280: bytes };

type Around = {
  whileReading?: () => Promise<void>;
  isWhole?: () => boolean;
  marks?: UnusedMarks;
  signal?: AbortSignal;
};

/** Whose node is stopped right after it has taken up a removal. */
class StoppingMarks extends UnusedMarks {
  readonly stop = new AbortController();
  override async take(...which: Parameters<UnusedMarks['take']>) {
    const taken = await super.take(...which);
    this.stop.abort();
    return taken;
  }
}

/** A shop with pictures, in which it is the day that is said. */
function shopWith(...pictureIds: readonly string[]) {
  const records = new InMemoryRecords();
  const shown = new Set<string>();
  const shownBesides: string[] = [];
  let today = 0;
  const commands = new InMemoryCommands({ now: () => new Date(today) });
  const node = (around: Around = {}) => {
    const { marks = new UnusedMarks(records), signal = new AbortController().signal } = around;
    const kept = { pictures: new KeptPictures(records), marks, now: () => new Date(today) };
    const removed: number[] = [];
    const timer = sweepPictures({
      ...{ ...kept, commands, turns: new Turns(records, 'picture-sweep'), keepFor: 30 * day, lookEvery: 1 },
      removed: (count) => void removed.push(count),
      isWhole: around.isWhole ?? (() => true),
      async *shown() {
        yield [...shown].map((id) => pictureAddress(id, 640)).concat(shownBesides);
        await around.whileReading?.();
      },
    });
    const wanted = wantedPictures(kept);
    return {
      ...kept,
      removed,
      sweep: () => timer.run(new Date(today), signal),
      wanted,
      /** Saves a tool with this picture; false when it is refused. */
      async save(id: string) {
        if ((await wanted.missing([pictureAddress(id, 640)])).length > 0) return false;
        shown.add(id);
        return true;
      },
    };
  };
  const one = node();
  return {
    ...one,
    node,
    shown,
    shownBesides,
    records,
    commands,
    begin: () => Promise.all(pictureIds.map((id) => one.pictures.put(id, sizes))),
    is: (on: number) => {
      today = on * day;
    },
  };
}

/** A shop that found on its first day that nobody shows these, thirty days later. */
async function whereAreDue(...pictureIds: readonly string[]) {
  const shop = shopWith(...pictureIds);
  await shop.begin();
  shop.is(1);
  await shop.sweep();
  shop.is(31);
  return shop;
}

describe('a picture that no tool shows', () => {
  it('stays for thirty days, and is gone after them, which the history tells and operators can count', async () => {
    const shop = shopWith(a, b);
    await shop.begin();
    shop.shown.add(b);
    for (const on of [1, 15, 30]) {
      shop.is(on);
      await shop.sweep();
      expect(await shop.pictures.ids()).toEqual([a, b]);
    }
    shop.is(31);
    await shop.sweep();
    expect(await shop.pictures.ids()).toEqual([b]);
    expect(await Array.fromAsync(shop.records.keys('unused-picture:'))).toEqual([]);
    expect(shop.commands.ofType('PicturesRemoved').map(({ data }) => data)).toEqual([
      expect.objectContaining({ pictureIds: [a], at: new Date(31 * day).toISOString() }),
    ]);
    expect(shop.removed).toEqual([1]);
  });

  it.each(['?v=2', '#zoomed'])(
    'is none where a tool shows it by a whole address, or with more behind it: %s',
    async (more) => {
      const shop = shopWith(a, b);
      await shop.begin();
      shop.shownBesides.push(`https://shop.example${pictureAddress(a, 640)}`, `${pictureAddress(b, 320)}${more}`);
      for (const on of [1, 40, 80]) {
        shop.is(on);
        await shop.sweep();
      }
      expect(await shop.pictures.ids()).toEqual([a, b]);
    },
  );

  it('begins its thirty days anew also where a tool is saved with its whole address', async () => {
    const shop = await whereAreDue(a);
    const whole = `https://shop.example${pictureAddress(a, 640)}`;
    expect(await shop.wanted.missing([whole])).toEqual([]);
    await shop.sweep();
    expect(await shop.pictures.has(a)).toBe(true);
    shop.is(61);
    await shop.marks.take(a, { now: 61 * day, keepFor: 30 * day });
    expect(await shop.wanted.missing([whole])).toEqual([whole]);
    expect(await shop.wanted.missing([`https://other.example${pictureAddress(b, 640)}`])).toEqual([]);
  });

  it('stays while a read model stands still, which may not know of a tool that shows it', async () => {
    const shop = shopWith(a);
    await shop.begin();
    let isWhole = true;
    const { sweep } = shop.node({ isWhole: () => isWhole });
    for (const on of [1, 40, 41]) {
      isWhole = on !== 40;
      shop.is(on);
      await sweep();
      expect(await shop.pictures.has(a)).toBe(on !== 41);
    }
  });

  it('begins its thirty days anew whenever a tool has shown it, or somebody has saved one with it', async () => {
    const shop = shopWith(a);
    await shop.begin();
    shop.is(1);
    await shop.sweep();
    shop.is(29);
    expect(await shop.save(a)).toBe(true);
    shop.shown.clear(); // Another was put in its place within the day.
    for (const on of [31, 58]) {
      shop.is(on);
      await shop.sweep();
      expect(await shop.pictures.has(a)).toBe(true);
    }
    shop.is(59);
    await shop.sweep();
    expect(await shop.pictures.ids()).toEqual([]);
  });

  it('is refused to who saves a tool with it after it is gone, and who uploads it then has it again', async () => {
    const shop = shopWith(a);
    await shop.begin();
    const elsewhere = shop.node();
    expect(await elsewhere.pictures.get(a, 1280)).toEqual(bytes);
    for (const on of [1, 31]) {
      shop.is(on);
      await shop.sweep();
    }
    expect(await elsewhere.save(a)).toBe(false); // Though that node has it in its memory.
    await elsewhere.pictures.put(a, sizes);
    expect(await elsewhere.save(a)).toBe(true);
  });
});

describe('a sweep of pictures', () => {
  it('takes none away that an admin saves a tool with while it goes on', async () => {
    const shop = await whereAreDue(a);
    let isSaved = false;
    const late = shop.node({
      async whileReading() {
        isSaved = await shop.save(a);
      },
    });
    await late.sweep();
    expect(isSaved).toBe(true);
    expect(await shop.pictures.has(a)).toBe(true);
  });

  it('is done by one node, once a day', async () => {
    const shop = shopWith(a);
    await shop.begin();
    let readings = 0;
    const whileReading = async () => void readings++;
    const nodes = [1, 2, 3].map(() => shop.node({ whileReading }));
    for (const [on, expected] of [
      [1, 1],
      [1.5, 1],
      [2, 2],
    ] as const) {
      shop.is(on);
      await Promise.all(nodes.map((node) => node.sweep()));
      await Promise.all(nodes.map((node) => node.sweep()));
      expect(readings).toBe(expected);
    }
  });

  it('that was broken off is ended by the next, and keeps nobody from uploading the picture again', async () => {
    const shop = await whereAreDue(a);
    await shop.marks.take(a, { now: 31 * day, keepFor: 30 * day });
    expect(await shop.save(a)).toBe(false);
    await shop.pictures.delete(a);
    shop.is(32);
    await shop.sweep();
    await shop.pictures.put(a, sizes);
    expect(await shop.save(a)).toBe(true);
  });

  it('that is stopped takes away what it has taken up, and is ended at the next look', async () => {
    const shop = await whereAreDue(a, b);
    const marks = new StoppingMarks(shop.records);
    await shop.node({ marks, signal: marks.stop.signal }).sweep();
    expect(await shop.pictures.ids()).toEqual([b]);
    expect(shop.commands.ofType('PicturesRemoved').map(({ data }) => data)).toMatchObject([{ pictureIds: [a] }]);
    await shop.pictures.put(a, sizes);
    expect(await shop.save(a)).toBe(true);
    shop.is(31.01);
    await shop.sweep();
    expect(await shop.pictures.ids()).toEqual([a]);
  });

  it('that finds a removal of a node that died is done again as soon as it may end it, and not a day later', async () => {
    const shop = await whereAreDue(a);
    await shop.marks.take(a, { now: 31 * day, keepFor: 30 * day });
    for (const on of [31.001, 31.1]) {
      expect(await shop.pictures.ids()).toEqual([a]);
      shop.is(on);
      await shop.sweep();
    }
    expect(await shop.pictures.ids()).toEqual([]);
  });

  it('never leaves a tool with a picture that is gone, whatever is saved and swept by whom, in whatever order', async () => {
    const step = fc.oneof(
      fc.record({ does: fc.constant('waits' as const), days: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ does: fc.constantFrom('saves' as const, 'drops' as const), which: fc.constantFrom(a, b) }),
      fc.record({ does: fc.constant('sweeps' as const), meanwhile: fc.constantFrom(a, b, undefined) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const shop = shopWith(a, b);
        await shop.begin();
        let on = 1;
        for (const each of steps) {
          if (each.does === 'waits') on += each.days;
          shop.is(on);
          if (each.does === 'saves') await shop.save(each.which);
          if (each.does === 'drops') shop.shown.delete(each.which);
          const { meanwhile } = each.does === 'sweeps' ? each : {};
          const other = shop.node({ whileReading: async () => void (meanwhile && (await shop.save(meanwhile))) });
          if (each.does === 'sweeps') await Promise.all([other.sweep(), shop.sweep()]);
          for (const id of shop.shown) expect(await shop.pictures.has(id)).toBe(true);
        }
      }),
    );
  });
});
