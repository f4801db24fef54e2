import { useMutation } from '@tanstack/react-query';
import { getBlob, withQuery } from '../../../lib/api/api.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { toast } from '../../../lib/toast.ts';
import type { OrdersWanted } from './orders-wanted.ts';

/** Has the browser keep what is looked for as a table, all pages of it. The shop writes down who took it, and may ask first who one is. */
export function useExportOrders() {
  return useMutation({
    mutationFn: async (wanted: OrdersWanted) =>
      saveFile(await getBlob(withQuery('/orders/export', wanted)), 'orders.csv'),
    onError: (error) => void toast(error.message, 'error'),
  });
}
