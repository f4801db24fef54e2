import { useMutation } from '@tanstack/react-query';
import type { PersonalData } from '../../../../modules/people/contract.ts';
import { get } from '../../lib/api/api.ts';
import { saveData } from './save-data.ts';

/** Gets everything that the shop holds of whoever is signed in, and has the browser save it. */
export function useDownloadData() {
  return useMutation<void, Error>({
    mutationFn: async () => saveData(await get<PersonalData>('/me/export'), 'inventory-my-data.json'),
  });
}
