import { useMutation } from '@tanstack/react-query';
import { getBlob } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';

/** Fetches the receipt of an order as a PDF, and hands it to the browser to be kept. It changes nothing. */
export function useDownloadReceipt(id: string) {
  return useMutation({
    mutationFn: async (number: string) => {
      const address = URL.createObjectURL(await getBlob(`/booking/${encodeURIComponent(id)}/receipt.pdf`));
      const link = document.createElement('a');
      link.href = address;
      link.download = `receipt-${number}.pdf`;
      link.click();
      // Whoever downloads has begun by then.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    },
    onError: (error) => void toast(error.message, 'failure'),
  });
}
