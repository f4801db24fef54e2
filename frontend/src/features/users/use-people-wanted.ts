import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PeopleWanted } from './people-query.ts';

export const roles = [
  { value: '', label: 'Everybody' },
  { value: 'admin', label: 'Admins' },
];

/** What is looked for, and the page of it, live in the address bar: Back works, a reload keeps them, a link can be sent. */
export function usePeopleWanted() {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);

  const wanted: PeopleWanted = {
    q: (params.get('q') ?? '').trim().slice(0, 254),
    role: params.get('role') === 'admin' ? 'admin' : '',
    after: params.get('after') ?? '',
  };
  const withChange = (change: Partial<PeopleWanted>) => {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name);
    return next;
  };
  /** Another search begins at its first page; typing does not fill the history. */
  const want = (change: Partial<PeopleWanted>) => {
    const next = withChange({ ...change, after: '' });
    latest.current = next;
    setParams(next, { replace: true });
  };
  return { wanted, want, addressWith: (change: Partial<PeopleWanted>) => `?${withChange(change)}` };
}
