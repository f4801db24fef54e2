import type { Tool } from '../../../../modules/catalog/contract.ts';
import { useShownPicture } from '../../lib/files/use-shown-picture.ts';

type Props = { tool: Pick<Tool, 'img'>; loading: 'eager' | 'lazy' };

/** A tool's picture, as its card and its page show it. */
export function ToolPicture({ tool: { img }, loading }: Props) {
  const shown = useShownPicture(img, '(max-width: 30em) 100vw, 480px');
  return <img {...shown} alt="" width={480} height={480} loading={loading} decoding="async" />;
}
