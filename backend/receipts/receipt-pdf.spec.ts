import { describe, expect, it } from 'vitest';
import type { Receipt } from '../../modules/booking/receipts/receipt.ts';
import { textOfPdf } from '../testing/clients/text-of-pdf.ts';
import { letteringsOf, setLine } from './lettering.ts';
import { receiptPdf } from './receipt-pdf.ts';

const receipt = (but: { For?: string; item?: string } = {}): Receipt => ({
  number: '1A2B3C4D-5E6F',
  facts: [
    ['Order', '1A2B3C4D-5E6F'],
    ['For', but.For ?? 'Mina'],
  ],
  line: { item: but.item ?? 'Claw Hammer', pieces: '2', each: '$18.00', amount: '$36.00' },
  sums: [{ label: 'Total', amount: '$36.00', isTotal: true }],
  note: 'Dates are in UTC.',
});

describe('a receipt as a PDF', () => {
  it('says what is on it', async () => {
    const said = await textOfPdf(await receiptPdf(receipt()));
    const texts = ['Inventory', 'Receipt', '1A2B3C4D-5E6F', 'Mina', 'Claw Hammer', '$18.00', 'Total', '$36.00', 'UTC'];
    for (const text of texts) expect(said).toContain(text);
    expect(said).not.toContain('no type');
  });

  it('is the same file of the same receipt', async () => {
    expect(await receiptPdf(receipt())).toEqual(await receiptPdf(receipt()));
  });

  it.each(['Łódź', 'Ωμέγα', 'Кириллица', 'מרים כהן', 'محمد', 'Việt', 'नमस्ते', '−$5.00'])(
    'has letters for %s',
    async (name) => {
      const said = await textOfPdf(await receiptPdf(receipt({ For: name })));
      expect(said.normalize()).toContain(name.normalize());
      expect(said).not.toContain('no type');
    },
  );

  it('says so when it has no letters for something', async () => {
    const said = await textOfPdf(await receiptPdf(receipt({ For: '東京' })));
    expect(said).toContain('??');
    expect(said).toContain('The shop has no type for some of the letters');
  });

  it('breaks what is long, a word too, and loses nothing of it', async () => {
    const item = `${'Spanner '.repeat(20)}${'z'.repeat(200)}`;
    const said = await textOfPdf(await receiptPdf(receipt({ item })));
    expect(said.match(/Spanner/g)).toHaveLength(20);
    expect(said.match(/z/g)).toHaveLength(200);
  });
});

describe('a line', () => {
  const letterings = letteringsOf(400);
  const shown = (text: string) => setLine(text, letterings).runs.map((run) => run.text);

  it('stands in the order of its script', () => {
    expect(shown('Mina')).toEqual(['Mina']);
    // From the right: the street first, then the number, which itself is read from the left.
    expect(shown('רחוב 12').map((run) => run.trim())).toEqual(['12', 'רחוב']);
    expect(setLine('רחוב 12', letterings).isRightToLeft).toBe(true);
    expect(setLine('12 רחוב', letterings).isRightToLeft).toBe(true);
    expect(setLine('Mina (מרים)', letterings).isRightToLeft).toBe(false);
  });
});
