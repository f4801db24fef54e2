import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countOf, packDocuments, unpackDocuments } from './packed-documents.ts';

// Halves of surrogate pairs, too: what stands at the end of one text must not become one with what begins the next.
const text = fc.string({ unit: 'binary' });
const document = fc.record({ id: text, document: fc.option(text, { nil: undefined }), entries: text });

it('documents are what they were before they were packed, those that are to go and empty ones too', () => {
  fc.assert(
    fc.property(fc.array(document), (documents) => {
      const packed = packDocuments(documents);
      expect(countOf(packed)).toBe(documents.length);
      expect(unpackDocuments(structuredClone(packed))).toEqual(documents);
    }),
  );
});
