/** Where passkeys are good: WebAuthn's relying party. */
export type Site = {
  /** The relying party's id: a host name. */
  readonly id: string;
  /** Whether a page of this origin may ask for them. */
  readonly isOurs: (origin: string) => boolean;
};

/**
 * The site of a shop. One on localhost answers at whatever port; another at its own address and nowhere else.
 * @param address PUBLIC_URL, or what stands for it
 */
export function siteOf(address: string): Site {
  const { hostname, origin } = new URL(address);
  if (hostname !== 'localhost') return { id: hostname, isOurs: (other) => other === origin };
  return { id: hostname, isOurs: (other) => URL.canParse(other) && new URL(other).hostname === hostname };
}
