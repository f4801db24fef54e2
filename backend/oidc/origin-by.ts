import { isLoopback } from '../start/demo/demo.ts';
import type { Config } from '../start/settings/config.ts';

/**
 * How people reach the shop: as PUBLIC_URL says, and without it by this machine's own names, whichever of them a browser uses. What
 * else a browser names as its host is nobody's word for anything.
 */
export function originBy({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): (host: string | undefined) => string {
  if (PUBLIC_URL !== undefined) return () => new URL(PUBLIC_URL).origin;
  return (host) => {
    const here = URL.parse(`http://${host}`);
    return here && isLoopback(here.hostname) ? here.origin : 'http://localhost';
  };
}
