import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { productsImport } from '../csv/imports.ts';
import { productsImported } from '../testing/examples.ts';
import { recordImport } from './record-import.ts';

const record = recordImport.bind(undefined, { type: 'RecordImport', ...productsImported().data });

describe('what became of an imported file', () => {
  it('is written down', () => given(productsImport).when(record).then(productsImported()));

  it('is written down once, as it was the first time', () =>
    given(productsImport, productsImported({ added: 7 }))
      .when(record)
      .thenNothing());
});
