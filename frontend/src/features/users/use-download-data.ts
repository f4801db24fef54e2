import { useMutation } from '@tanstack/react-query';
import { get } from '../../lib/api/api.ts';
import { saveFile } from '../../lib/files/save-file.ts';

/** Gets everything that the shop holds of whoever is signed in, and has the browser save it. */
export function useDownloadData() {
  return useMutation<void, Error>({
    mutationFn: async () => {
      const data = await get<unknown>('/me/export');
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), 'inventory-my-data.json');
    },
  });
}
