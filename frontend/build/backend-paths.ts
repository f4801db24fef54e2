/*
 * What the development server passes on to the backend; every other path is a page of the browser's side. A spec holds both lists
 * against the calls that there are.
 */

/** Everything that the backend answers itself, as a regular expression. */
export const backendPaths =
  '^/(identity|\\.well-known|admin|booking|orders|updateuser|me|refunds|reviews|tool|products|cart|pictures/uploaded|user|people|history|operations|create-payment-intent|payments|sandbox|config|health|metrics|openapi\\.json|api-docs)(?=[/?]|$)';

/** Addresses of pages, or of files of them, to which the browser also sends something. */
export const sentTo = '^/(checkout|setup|pictures)$';
