import { useMutation } from '@tanstack/react-query';
import { getBlob } from '../../../lib/api/api.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { toast } from '../../../lib/toast.ts';

/** Fetches the receipt of an order as a PDF, and hands it to the browser to be kept. It changes nothing. */
export function useDownloadReceipt(id: string) {
  return useMutation({
    mutationFn: async (number: string) =>
      saveFile(await getBlob(`/booking/${encodeURIComponent(id)}/receipt.pdf`), `receipt-${number}.pdf`),
    onError: (error) => void toast(error.message, 'error'),
  });
}
