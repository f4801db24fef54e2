import { longestEmail } from '../../../../modules/kernel/wire/longest.ts';
import { type How, useAddressSteps } from '../../lib/navigation/use-address-steps.ts';
import type { PeopleWanted } from './people-query.ts';

export const roles = [
  { value: '', label: 'Everybody' },
  { value: 'admin', label: 'Admins' },
];

/** What is looked for, and the page of it, live in the address bar. */
export function usePeopleWanted() {
  const { params, go, withChange } = useAddressSteps();
  const wanted: PeopleWanted = {
    q: (params.get('q') ?? '').trim().slice(0, longestEmail),
    role: params.get('role') === 'admin' ? 'admin' : '',
    after: params.get('after') ?? '',
  };
  /** Another search begins at its first page. */
  const want = (change: Partial<PeopleWanted>, how?: How) => go(withChange({ ...change, after: '' }), how);
  return { wanted, want, addressWith: (change: Partial<PeopleWanted>) => `?${withChange(change)}` };
}
