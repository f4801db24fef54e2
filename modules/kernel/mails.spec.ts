import { describe, expect, it } from 'vitest';
import { stored } from '../../backend/testing/stored.ts';
import type { DomainEvent } from './event.ts';
import { type MailDefinition, mails } from './mails.ts';

type Greeted = DomainEvent<'Greeted', { uids: readonly string[] }>;

const greeting = (uid: string): MailDefinition => ({ to: { uid }, kind: 'hello', subject: 'Hello', paragraphs: [] });
const greeted = (...uids: string[]) => stored<Greeted>({ type: 'Greeted', data: { uids } });

describe('what a module writes', () => {
  it('is because of the events that it declares, one mail, several, or none', async () => {
    const declared = mails<Greeted>({ on: { Greeted: ({ data }) => data.uids.map(greeting) } });
    expect([declared.handles('Greeted'), declared.handles('Parted')]).toEqual([true, false]);
    expect((await declared.becauseOf(greeted('u1', 'u2'))).map(({ to }) => to.uid)).toEqual(['u1', 'u2']);
    expect(await declared.becauseOf(stored({ type: 'Parted', data: {} }))).toEqual([]);
    const none = mails<Greeted>({ on: { Greeted: async () => undefined } });
    expect(await none.becauseOf(greeted('u1'))).toEqual([]);
  });

  it('is good for a day and 20 an hour, unless it says less', async () => {
    const oneOf = async (but: Partial<MailDefinition>) =>
      (await mails<Greeted>({ on: { Greeted: () => ({ ...greeting('u1'), ...but }) } }).becauseOf(greeted('u1')))[0];
    expect(await oneOf({})).toMatchObject({ goodFor: 86_400_000, perHour: 20 });
    expect(await oneOf({ goodFor: 1_000, perHour: 3 })).toMatchObject({ goodFor: 1_000, perHour: 3 });
    expect(await oneOf({ goodFor: 10 * 86_400_000 })).toMatchObject({ goodFor: 86_400_000 });
  });
});
