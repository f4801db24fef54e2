import { useState } from 'react';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { pictureSizes } from '../../../../modules/pictures/contract.ts';

/** A drawing of the shop's own, as large as every tool's picture. */
const missing = '/pictures/no-picture.svg';

type Props = { tool: Pick<Tool, 'img'>; loading: 'eager' | 'lazy' };

/**
 * A tool's picture. One that cannot be fetched or shown gives way to a drawing, and not to the browser's broken glyph; one
 * that is not encrypted on its way, of a tool from before that was asked for, is not fetched at all.
 */
export function ToolPicture({ tool: { img }, loading }: Props) {
  const [broken, setBroken] = useState<string>();
  const isShown = broken !== img && !/^http:/i.test(img);
  const srcSet = isShown ? pictureSizes(img) : undefined;
  return (
    <img
      {...(srcSet && { srcSet, sizes: '(max-width: 30em) 100vw, 480px' })}
      src={isShown ? img : missing}
      alt=""
      width={480}
      height={480}
      loading={loading}
      decoding="async"
      onError={() => setBroken(img)}
    />
  );
}
