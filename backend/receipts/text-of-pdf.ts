import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What a PDF says, line by line, as whoever copies it out of a reader gets it; for tests. */
export async function textOfPdf(pdf: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf) }).promise;
  try {
    const lines: string[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent();
      lines.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
    }
    return lines.join('\n');
  } finally {
    await document.destroy();
  }
}
