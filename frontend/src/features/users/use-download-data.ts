import { useMutation } from '@tanstack/react-query';
import { get } from '../../lib/api.ts';

/** Gets everything that the shop holds of who is signed in, and has the browser save it. */
export function useDownloadData() {
  return useMutation<void, Error>({
    mutationFn: async () => {
      const data = await get<unknown>('/me/export');
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = 'inventory-my-data.json';
      link.click();
      URL.revokeObjectURL(link.href);
    },
  });
}
