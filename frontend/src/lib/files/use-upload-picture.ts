import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { longestInWords, longestPicture } from '../../../../modules/pictures/upload/contract.ts';
import { change } from '../api/api.ts';
import { smallerPicture } from './smaller-picture.ts';
import { uploading } from './uploading.ts';

type Options = {
  /** Told where the shop serves it. */
  uploaded: (img: string) => void;
  onUploading?: ((isUploading: boolean) => void) | undefined;
};

/** Uploads a picture for the shop to keep, one at a time. `sent` is how much of it is on its way, from 0 to 1. */
export function useUploadPicture({ uploaded, onUploading }: Options) {
  const [sent, setSent] = useState(0);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const body = await smallerPicture(file);
      if (body.size > longestPicture)
        throw new Error(`This picture is larger than ${longestInWords}. Please save it smaller.`);
      const transport = uploading(setSent);
      return change<{ img: string }>('/pictures', { method: 'POST', body, key: crypto.randomUUID(), transport });
    },
    onMutate: () => {
      setSent(0);
      onUploading?.(true);
    },
    onSuccess: ({ img }) => uploaded(img),
    onSettled: () => onUploading?.(false),
  });
  return { begin: upload.mutate, isPending: upload.isPending, error: upload.error, img: upload.data?.img, sent };
}
