import { useState } from 'react';
import { pictureSizes } from '../../../modules/pictures/contract.ts';
import classes from './picture-thumb.module.css';

const missing = '/pictures/no-picture.svg';

/** A product's picture, small. One that cannot be shown gives way to a drawing. */
export function PictureThumb({ img, size = 48 }: { img: string; size?: number }) {
  const [broken, setBroken] = useState<string>();
  const isShown = img !== '' && broken !== img && !/^http:/i.test(img);
  const sizes = isShown ? pictureSizes(img) : undefined;
  return (
    <img
      className={classes.thumb}
      src={isShown ? img : missing}
      {...(sizes && { srcSet: sizes, sizes: `${size}px` })}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(img)}
    />
  );
}
