import { useDebouncedValue } from '@mantine/hooks';

/** In ms: long enough to type a word, short enough to feel immediate. */
const pauseMs = 300;

/** What is typed, once one pauses: without that the shop would be asked at each letter. Without blanks around it. */
export function useSettled(typed: string): string {
  const [settled] = useDebouncedValue(typed.trim(), pauseMs);
  return settled;
}
