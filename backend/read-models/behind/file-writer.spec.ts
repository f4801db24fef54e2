import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { FileWriter } from './file-writer.ts';
import { packDocuments } from './packed-documents.ts';

it('a thread that ends by itself has written nothing, and another one takes its place', async () => {
  const writer = new FileWriter(join(temporaryFolder(), 'read-models.db'));
  onTestFinished(() => writer.close());
  const writing = [{ name: 'p', from: undefined, upTo: 1n, documents: 1 }];
  // Nothing that it could go through: it throws where nobody catches.
  writer.send('p', JSON.parse('{}'));
  expect(await writer.write(writing)).toMatchObject({ kind: 'failed', isDamaged: false });
  // What had been sent to the one before is missed, and not left out.
  expect(await writer.write(writing)).toMatchObject({ kind: 'failed', isDamaged: false });
  writer.send('p', packDocuments([{ id: 'a', document: 'text', entries: '[]' }]));
  expect(await writer.write(writing)).toMatchObject({ kind: 'done', outcomes: [{ isWritten: true }] });
});
