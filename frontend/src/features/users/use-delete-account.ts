import type { DeleteMe } from '../../../../modules/people/contract.ts';
import { changeOnly } from '../../lib/api/api.ts';
import { forgetCartsOf } from '../../lib/device/kept-carts.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import { deletedByHand, forgetAccess, storedAccess } from '../../lib/session/access-token.ts';
import { toast } from '../../lib/toast.ts';

/** Has the shop forget who is signed in; the page of somebody who is nobody any more goes home by itself. */
export function useDeleteAccount() {
  return useChange({
    name: 'delete account',
    isSecret: true,
    call: (body: DeleteMe, key) => changeOnly('/me', { method: 'DELETE', body, key }),
    onSuccess: () => {
      // Before it is known that nobody is signed in any more: a cart would be kept for their return.
      forgetCartsOf(storedAccess()?.user.email ?? '');
      forgetAccess(undefined, deletedByHand);
      void toast('Your account is deleted');
    },
  });
}
