/** Where the local issuer is, on the shop's own server. */
export const localIssuerPath = '/sandbox/issuer';
