import { TextInput, type TextInputProps } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { longestInWords, pictureTypes, typesInWords } from '../../../../modules/pictures/upload/contract.ts';
import { useUploadPicture } from '../../lib/files/use-upload-picture.ts';
import { PictureThumb } from '../details/picture-thumb.tsx';
import { BusyButton } from '../forms/busy-button.tsx';
import classes from './picture-field.module.css';

type Props = Pick<TextInputProps, 'error'> & {
  value: string;
  onChange: (img: string) => void;
  /** How the form finds the field, to take one to it when it is wrong. */
  'data-path'?: string;
  /** What is to be pressed for the picture to be shown. */
  toShow: string;
  /** Told when an upload begins and ends, for a form that has to wait for it. */
  onUploading?: (isUploading: boolean) => void;
};

/** A picture by its address or from a file, which the shop keeps; with a preview of what shoppers will see. */
export function PictureField({ value, onChange, error, toShow, onUploading, ...path }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const upload = useUploadPicture({ uploaded: onChange, onUploading });
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !upload.isPending) upload.begin(file);
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
        description="An https address, or a path of this site such as /pictures/tools/hand-saw.svg; or upload one"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        {...path}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is the same as the button, for whoever has a mouse. */}
      <div className={classes.drop} data-over={isOver} onDragOver={drag} onDragLeave={drag} onDrop={drop}>
        <PictureThumb img={value} size={96} />
        <div className={classes.actions}>
          <p className={classes.hint}>
            {typesInWords}, up to {longestInWords}
            <span className={classes.withMouse}>; or drop one here</span>
          </p>
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
          {upload.isPending && (
            <progress className={classes.progress} aria-label="Upload of the picture" value={upload.sent} max={1} />
          )}
          <div role="status" className={classes.said} data-wrong={upload.error !== null}>
            {upload.isPending && (upload.sent === 1 ? 'Preparing the picture…' : 'Uploading the picture…')}
            {upload.img !== undefined && upload.img === value && `The picture is there. ${toShow} to show it.`}
            {upload.error?.message}
          </div>
        </div>
      </div>
    </div>
  );
}
