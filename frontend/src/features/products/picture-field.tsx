import { TextInput, type TextInputProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { longestPicture, pictureTypes } from '../../../../modules/pictures/contract.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { change } from '../../lib/api.ts';
import { ProductThumb } from './product-thumb.tsx';
import classes from './products.module.css';

type Props = Pick<TextInputProps, 'error'> & { value: string; onChange: (img: string) => void };

/** A picture by its address or from a file, which the shop keeps; with a preview of what shoppers will see. */
export function PictureField({ value, onChange, error }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > longestPicture) throw new Error('This picture is larger than 10 MB. Please save it smaller.');
      return change<{ img: string }>('/pictures', { method: 'POST', body: file, key: crypto.randomUUID() });
    },
    onSuccess: ({ img }) => onChange(img),
  });
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) upload.mutate(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  return (
    <div>
      <TextInput
        label="Picture"
        description="An https address, or a path of this site; or upload one"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is the same as the button, for who has a mouse. */}
      <div className={classes.drop} data-over={isOver} onDragOver={drag} onDragLeave={drag} onDrop={drop}>
        <ProductThumb img={value} size={96} />
        <div>
          <p>PNG, JPEG, WebP or AVIF, up to 10 MB</p>
          <BusyButton variant="default" isBusy={upload.isPending} onClick={() => input.current?.click()}>
            Upload a picture
          </BusyButton>
          <input
            ref={input}
            type="file"
            accept={pictureTypes.join()}
            hidden
            aria-label="Picture file"
            onChange={(event) => {
              take(event.currentTarget.files);
              event.currentTarget.value = '';
            }}
          />
          <div role="status" className={upload.isError ? classes.wrong : undefined}>
            {upload.isPending && 'Uploading the picture…'}
            {upload.isSuccess && 'The picture is there. Save to show it.'}
            {upload.error?.message}
          </div>
        </div>
      </div>
    </div>
  );
}
