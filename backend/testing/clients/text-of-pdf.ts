import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A sheet of a PDF; for tests. */
export type PdfPage = {
  /** As whoever copies it out of a reader gets it, line by line. */
  readonly text: string;
  /** What of it is not all on the sheet. */
  readonly cut: readonly string[];
};

/** What a PDF says, sheet by sheet. */
export async function pagesOfPdf(pdf: Uint8Array): Promise<PdfPage[]> {
  const document = await getDocument({ data: new Uint8Array(pdf) }).promise;
  try {
    const pages: PdfPage[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const [, , width = 0, height = 0] = page.view;
      const items = (await page.getTextContent()).items.filter((item) => 'str' in item);
      pages.push({
        text: items.map(({ str, hasEOL }) => `${str}${hasEOL ? '\n' : ''}`).join(''),
        cut: items
          .filter(
            ({ str, transform: [, , , , x, y], width: long }) =>
              str && (x < 0 || x + long > width || y < 0 || y > height),
          )
          .map(({ str }) => str),
      });
    }
    return pages;
  } finally {
    await document.destroy();
  }
}

/** What a PDF says, line by line. */
export async function textOfPdf(pdf: Uint8Array): Promise<string> {
  return (await pagesOfPdf(pdf)).map(({ text }) => text).join('\n');
}
