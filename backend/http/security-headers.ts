import helmet from 'helmet';

/**
 * What Stripe documents for Stripe.js (https://docs.stripe.com/security/guide#content-security-policy): frames and scripts
 * of its own hosts, 3-D Secure and ways to pay that redirect (hooks), and its API. What it documents for the Address
 * Element (Google Maps) and for embedded Checkout is not used here.
 */
const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const stripeFrames = [...stripeScripts, 'https://hooks.stripe.com'];
const stripeApi = ['https://api.stripe.com'];

/**
 * What a browser may do with our pages. No Permissions-Policy is sent: its default lets Stripe's frames, and those only
 * that are given it, ask for wallets (`payment`).
 * @param stripe whether cards are taken through Stripe; without it no other origin may do anything but show pictures
 */
export function securityHeaders(stripe: boolean) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(stripe ? stripeScripts : [])],
        styleSrc: ["'self'", "'unsafe-inline'"], // Mantine sets its variables in style elements.
        imgSrc: ["'self'", 'data:', 'https:', 'http:'], // An admin may show a tool by any picture's address.
        connectSrc: ["'self'", ...(stripe ? stripeApi : [])],
        frameSrc: stripe ? stripeFrames : ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Some wallets ask in a window of their own, which has to be able to answer the page that opened it.
    crossOriginOpenerPolicy: { policy: stripe ? 'same-origin-allow-popups' : 'same-origin' },
    strictTransportSecurity: false, // Said by whoever ends TLS in front of the shop.
    crossOriginEmbedderPolicy: false, // Stripe.js knows no cross-origin isolation.
    referrerPolicy: { policy: 'same-origin' },
  });
}
