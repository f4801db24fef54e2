import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { damagedIn } from '../../../backend/testing/deciding/damaged-in.ts';
import { AuditNotes } from './audit-notes.ts';
import { notesOf } from './bounded-audit.ts';

it('a note of a day whose stream cannot be read is kept in another, and whoever causes it is answered as ever', async () => {
  const commands = new InMemoryCommands();
  const streams = notesOf<{ type: 'Noted'; data: { times: number } }>('notes');
  const note = async (...damaged: string[]) => {
    const wiring = { commands: damagedIn(commands, ...damaged), now: () => new Date('2026-01-02T03:04:05Z') };
    const notes = new AuditNotes({ ...wiring, streams, command: 'Note' });
    await notes.note('mina', contextOf('note'), ({ times }) => ({ type: 'Noted', data: { times } }));
  };
  await note();
  await note('notes-2026-01-02');
  await note('notes-2026-01-02', 'notes-2026-01-02-more');
  expect(commands.log.map(({ stream }) => stream)).toEqual(['notes-2026-01-02', 'notes-2026-01-02-more']);
});
