import { useEffect, useRef } from 'react';

type Gone = { id: string; place: number };

/**
 * Where the focus goes when a row goes away: to the row that takes its place, else to the last one, else to the list's
 * heading. Without this it falls to the body, and who uses the keyboard begins again at the top of the page.
 */
export function useFocusAfterDeletion(ids: readonly string[]) {
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const gone = useRef<Gone>(undefined);

  // After every render: whenever the list has come anew without the row.
  useEffect(() => {
    if (!gone.current || ids.includes(gone.current.id)) return;
    // Rows of what was ordered together are in a list of their own, and rows alone can be given the focus.
    const rows = list.current?.querySelectorAll<HTMLElement>('li[tabindex]') ?? [];
    const row = rows[Math.min(gone.current.place, ids.length - 1)];
    gone.current = undefined;
    (row ?? heading.current)?.focus();
  });

  /** Says that a row will be gone. */
  const forget = (id: string) => {
    gone.current = { id, place: ids.indexOf(id) };
  };
  return { list, heading, forget };
}
