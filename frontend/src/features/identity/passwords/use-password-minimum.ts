import { useQuery } from '@tanstack/react-query';
import { minimumPassword } from '../../../../../modules/identity/contract.ts';
import { configQuery } from '../../../lib/queries/config-query.ts';

/** The fewest characters of a password; what the product says while the shop has not yet said. */
export function usePasswordMinimum(): number {
  return useQuery(configQuery).data?.passwordMinimum ?? minimumPassword;
}
