import { useShownPicture } from '../../lib/files/use-shown-picture.ts';
import classes from './picture-thumb.module.css';

/** A product's picture, small. */
export function PictureThumb({ img, size = 48 }: { img: string; size?: number }) {
  const shown = useShownPicture(img, `${size}px`);
  return <img {...shown} className={classes.thumb} alt="" width={size} height={size} loading="lazy" decoding="async" />;
}
