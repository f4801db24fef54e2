import type { ComponentType, SVGProps } from 'react';

export type IconProps = Pick<SVGProps<SVGSVGElement>, 'aria-hidden'> & { size: string; 'data-lit'?: boolean };

/** A component for what is inside of an icon's `<svg>` (see frontend/build/icons.ts), in the colour of the words around it. */
export const iconOf =
  (body: string): ComponentType<IconProps> =>
  ({ size, ...props }) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the build takes it from a package, and nobody writes it.
    <svg viewBox="0 0 24 24" width={size} height={size} {...props} dangerouslySetInnerHTML={{ __html: body }} />
  );
