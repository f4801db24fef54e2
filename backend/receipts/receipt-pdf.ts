import PdfDocument from 'pdfkit';
import type { Receipt } from '../../modules/booking/receipts/receipt.ts';
import { type Lettering, letteringsOf, setLine, type Weight } from './lettering.ts';

/** A4, in points: what is printed on letter paper is a little smaller. */
const page = { width: 595.28, height: 841.89, margin: 56 };
const inside = page.width - 2 * page.margin;

/** Of no moment: the same receipt is the same file, whenever it is made. */
const noMoment = new Date(0);

type Placed = {
  readonly x: number;
  readonly width: number;
  readonly weight?: Weight;
  readonly size?: number;
  readonly end?: true;
};

/** The receipt as a file (PDF 1.7), black on white, with the fonts of what is written in it. */
export async function receiptPdf(receipt: Receipt): Promise<Uint8Array> {
  const document = new PdfDocument({
    size: 'A4',
    margin: page.margin,
    lang: 'en',
    displayTitle: true,
    info: { Title: `Receipt ${receipt.number}`, Author: 'Inventory', CreationDate: noMoment, ModDate: noMoment },
  });
  const fonts: Record<Weight, readonly Lettering[]> = { 400: letteringsOf(400), 700: letteringsOf(700) };
  const registered = new Set<string>();
  let isLacking = false;

  /** @returns where what follows may begin */
  function put(text: string, y: number, { x, width, weight = 400, size = 11, end }: Placed): number {
    const widthOf = (part: string) => widthIn(setLine(part, fonts[weight]).runs, size);
    let top = y;
    for (const part of wrapped(text, width, widthOf)) {
      const line = setLine(part, fonts[weight]);
      isLacking ||= line.isLacking;
      let left = end || line.isRightToLeft ? x + width - widthIn(line.runs, size) : x;
      for (const run of line.runs) {
        write(run.lettering, size);
        // With features, if only none: pdfkit then shapes the whole run, and not each word by itself from the left.
        document.text(run.text, left, top, { lineBreak: false, features: [], baseline: 'alphabetic' });
        left += widthIn([run], size);
      }
      top += size * 1.45;
    }
    return top;
  }

  function write(lettering: Lettering, size: number): void {
    if (!registered.has(lettering.name)) document.registerFont(lettering.name, lettering.bytes);
    registered.add(lettering.name);
    document.font(lettering.name).fontSize(size);
  }

  function widthIn(runs: readonly { readonly text: string; readonly lettering: Lettering }[], size: number): number {
    return runs.reduce((sum, { text, lettering }) => {
      write(lettering, size);
      return sum + document.widthOfString(text, { features: [] });
    }, 0);
  }

  function rule(y: number, thickness = 0.75): number {
    document
      .lineWidth(thickness)
      .moveTo(page.margin, y)
      .lineTo(page.width - page.margin, y)
      .stroke();
    return y;
  }

  const whole = { x: page.margin, width: inside };
  let y = put('Inventory', page.margin + 24, { ...whole, weight: 700, size: 24 });
  y = put('Receipt', page.margin + 24, { ...whole, weight: 700, size: 24, end: true });
  y = rule(y - 20, 2) + 26;
  for (const [label, value] of receipt.facts) {
    put(label, y, { x: page.margin, width: 110 });
    y = put(value, y, { x: page.margin + 120, width: inside - 120, weight: 700 });
  }

  const columns = { item: inside * 0.5, pieces: inside * 0.12, each: inside * 0.19, amount: inside * 0.19 };
  const row = (texts: Receipt['line'], at: number, weight: Weight): number => {
    let [x, bottom] = [page.margin, at];
    for (const name of ['item', 'pieces', 'each', 'amount'] as const) {
      const width = columns[name] - 8;
      const placed = { x, width, weight, ...(name !== 'item' && { end: true as const, x: x + 8 }) };
      bottom = Math.max(bottom, put(texts[name], at, placed));
      x += columns[name];
    }
    return bottom;
  };
  y = row({ item: 'Tool', pieces: 'Pieces', each: 'Each', amount: 'Amount' }, y + 26, 700);
  y = rule(y - 10) + 18;
  y = row(receipt.line, y, 400);
  y = rule(y - 8) + 20;
  for (const { label, amount, isTotal } of receipt.sums) {
    const weight = isTotal ? 700 : 400;
    put(label, y, { x: page.margin + inside * 0.3, width: inside * 0.48, weight });
    y = put(amount, y, { x: page.margin + inside * 0.78, width: inside * 0.22, weight, end: true });
  }
  y = put(receipt.note, y + 30, { ...whole, size: 9 });
  if (isLacking)
    put('The shop has no type for some of the letters: a ? stands for each of them.', y, { ...whole, size: 9 });

  document.end();
  const pieces: Buffer[] = [];
  for await (const piece of document) pieces.push(piece as Buffer);
  return new Uint8Array(Buffer.concat(pieces));
}

/** As many words to a line as it holds; a word that is longer is broken. */
function wrapped(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.replaceAll(/\s+/g, ' ').trim().split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && widthOf(line + letter) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line];
}
