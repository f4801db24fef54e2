import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';
import helmet, { contentSecurityPolicy } from 'helmet';
import { nodeHttp } from '../node-http.ts';

/**
 * What Stripe documents for Stripe.js (https://docs.stripe.com/security/guide#content-security-policy): frames and scripts
 * of its own hosts, 3-D Secure and ways to pay that redirect (hooks), and its API; and for Link, which the Payment Element offers
 * where the shop's owner has it switched on. What it documents for the Address Element (Google Maps) and for embedded Checkout is
 * not used here.
 */
const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const linkPictures = ['https://*.link.com'];
const link = ['https://link.com', ...linkPictures];
const stripeFrames = [...stripeScripts, 'https://hooks.stripe.com', ...link];
const stripeApi = ['https://api.stripe.com', ...link];

/** In seconds: what browsers want who keep a list of sites that are https only. */
const twoYears = 63_072_000;

/** What of a browser's no page here needs. Only what Chromium knows by these names: it warns of any other. */
const closed = [
  ...[
    'accelerometer',
    'autoplay',
    'browsing-topics',
    'camera',
    'clipboard-read',
    'compute-pressure',
    'display-capture',
  ],
  ...['encrypted-media', 'fullscreen', 'gamepad', 'geolocation', 'gyroscope', 'hid', 'identity-credentials-get'],
  ...['idle-detection', 'keyboard-map', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'otp-credentials'],
  ...[
    'picture-in-picture',
    'screen-wake-lock',
    'serial',
    'sync-xhr',
    'usb',
    'window-management',
    'xr-spatial-tracking',
  ],
];

export type SecurityOptions = {
  /** Whether cards are taken through Stripe; without it no other origin may do anything but show pictures. */
  readonly stripe: boolean;
  /** The hosts that pictures may come from, beside this one; undefined for any. */
  readonly imageHosts?: readonly string[];
  /** Where people reach the shop. */
  readonly publicUrl?: string;
};

/**
 * What a browser may do with any of our answers, as names and values in turn: worked out by helmet once, since none of it is
 * another for another request. The page, which has styles of its own, says more (pagePolicy).
 */
export function securityHeaders(options: SecurityOptions): readonly string[] {
  const headers: string[] = ['Permissions-Policy', permissionsPolicy(options)];
  const set = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directivesOf(options) },
    // Some wallets ask in a window of their own, which has to be able to answer the page that opened it.
    crossOriginOpenerPolicy: { policy: options.stripe ? 'same-origin-allow-popups' : 'same-origin' },
    // Of a shop that says that it is reached over TLS, and of no other: browsers would come back by https only.
    strictTransportSecurity: isHttps(options) && { maxAge: twoYears },
    crossOriginEmbedderPolicy: false, // Stripe.js knows no cross-origin isolation.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' }, // As frame-ancestors, for browsers that do not know it.
  });
  const request = new nodeHttp.IncomingMessage(new Socket());
  const response = new nodeHttp.ServerResponse(request);
  response.setHeader = (name, value) => {
    headers.push(name, String(value));
    return response;
  };
  set(request, response, (reason?: unknown) => {
    if (reason) throw reason;
  });
  return headers;
}

/** Sets headers, names and values in turn, on what Express answers. */
export function withHeaders(headers: readonly string[]): RequestHandler {
  return (_request, response, next) => {
    for (let at = 0; at + 1 < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
    next();
  };
}

/**
 * The policy of the page: style elements, which Mantine makes, only with the nonce of this answer (CSP Level 3, 7.1). Takes
 * the place of the one that every answer has.
 */
export function pagePolicy(options: SecurityOptions): (response: Response, nonce: string) => void {
  const policy = contentSecurityPolicy({
    useDefaults: false,
    directives: { ...directivesOf(options), styleSrc: ["'self'", nonceSource] },
  });
  return (response, nonce) => {
    response.locals.nonce = nonce;
    policy(response.req, response, (reason?: unknown) => {
      if (reason) throw reason;
    });
  };
}

function isHttps({ publicUrl }: SecurityOptions): boolean {
  return publicUrl !== undefined && new URL(publicUrl).protocol === 'https:';
}

function nonceSource(_request: IncomingMessage, response: ServerResponse): string {
  return `'nonce-${(response as Response).locals.nonce}'`;
}

const overHttps = (host: string) => `https://${host}`;

function directivesOf({ stripe, imageHosts }: SecurityOptions) {
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...(stripe ? stripeScripts : [])],
    styleSrc: ["'self'"],
    // Stripe.js places its frames by attributes.
    styleSrcAttr: [stripe ? "'unsafe-inline'" : "'none'"],
    imgSrc: [
      "'self'",
      'data:',
      ...(imageHosts ? [...imageHosts.map(overHttps), ...(stripe ? linkPictures : [])] : ['https:']),
    ],
    connectSrc: ["'self'", ...(stripe ? stripeApi : [])],
    frameSrc: stripe ? stripeFrames : ["'none'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  };
}

/** Wallets for the pages and for Stripe's frames (`payment`), passkeys for the pages, and nothing else for anybody. */
function permissionsPolicy({ stripe }: SecurityOptions): string {
  const payers = ['self', ...(stripe ? stripeScripts.map((origin) => `"${origin}"`) : [])];
  return [
    `payment=(${payers.join(' ')})`,
    'publickey-credentials-create=(self)',
    'publickey-credentials-get=(self)',
    ...closed.map((feature) => `${feature}=()`),
  ].join(', ');
}
