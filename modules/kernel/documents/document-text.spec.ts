import { describe, expect, it } from 'vitest';
import { documentText, shownIn, shownInAll } from './document-text.ts';

type Slip = { readonly _id: string; readonly text: string; readonly uid: string; readonly gone?: true };

describe('the text of a document', () => {
  const slips = documentText<Slip>(['uid', 'gone']);
  const slip: Slip = { _id: 's1', text: 'two\nlines', uid: 'u1' };

  it('is read as it was written', () => expect(slips.read(slips.write(slip))).toEqual(slip));

  it('shows nothing that is internal', () => {
    expect(JSON.parse(shownIn(slips.write(slip)))).toEqual({ _id: 's1', text: 'two\nlines' });
  });

  it('is plain JSON where nothing is internal', () => {
    const text = documentText<Slip>([]).write(slip);
    expect(text).toBe(JSON.stringify(slip));
    expect(shownIn(text)).toBe(text);
  });

  it('shows the same list for the same list, which is itself where nothing is internal', () => {
    const [hiding, plain] = [[slips.write(slip)], [documentText<Slip>([]).write(slip)]];
    expect(shownInAll(hiding)).toEqual([shownIn(slips.write(slip))]);
    expect(shownInAll(hiding)).toBe(shownInAll(hiding));
    expect(shownInAll(plain)).toBe(plain);
  });
});
