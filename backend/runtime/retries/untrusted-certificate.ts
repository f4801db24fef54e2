/** What OpenSSL, Node and so their users say of a certificate that waiting will not make any better. */
const untrusted =
  /unable to verify the first certificate|self[- ]signed certificate|unable to get (local )?issuer certificate|does not match certificate's altnames|certificate (has expired|is not yet valid|is revoked)|wrong version number/;

/** Why a server's certificate is not trusted, or that there is no TLS where it was asked for; undefined for other trouble. */
export function untrustedBecause(error: unknown): string | undefined {
  return error instanceof Error ? untrusted.exec(error.message)?.[0] : undefined;
}
