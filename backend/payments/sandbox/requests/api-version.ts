import type Stripe from 'stripe';

/** The version of Stripe's API of which the package is: said here, since that comes only as a whole. */
export const apiVersion: typeof Stripe.API_VERSION = '2026-10-28.endive';
