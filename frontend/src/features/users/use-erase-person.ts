import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import type { ErasePerson } from '../../../../modules/people/contract.ts';
import { changeOnly } from '../../lib/api/api.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import { useIsStillHere } from '../../lib/navigation/use-is-still-here.ts';
import { toast } from '../../lib/toast.ts';
import { askForOthers } from './newest-people.ts';

/** Has the shop forget somebody; from the page of whoever is nobody any more one is led back to the others. */
export function useErasePerson(email: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isStillHere = useIsStillHere();
  return useChange({
    name: `erase ${email}`,
    isSecret: true,
    call: (body: ErasePerson, key) =>
      changeOnly(`/people/${encodeURIComponent(email)}`, { method: 'DELETE', body, key }),
    onSuccess: async () => {
      void toast('They are forgotten');
      if (isStillHere()) await navigate(pages.makeAdmin, { replace: true });
      await askForOthers(client, email);
    },
  });
}
