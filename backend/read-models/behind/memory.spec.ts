import { expect, it, onTestFinished, vi } from 'vitest';
import { Memory } from './memory.ts';

it('what is kept under a name that is asked for no more is gone within half a minute, and nothing else is', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const memory = new Memory();
  const [before, now] = [memory.newName(), memory.newName()];
  for (const name of [before, now]) memory.documents.set(`${name}an id`, { document: 'an address', entries: [] });
  memory.retire(before);
  vi.advanceTimersByTime(30_000);
  expect([...memory.documents.keys()]).toEqual([`${now}an id`]);
});
