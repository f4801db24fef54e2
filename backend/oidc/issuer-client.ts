import type { Configuration, IDToken } from 'openid-client';
import {
  type Handshake,
  type Issuer,
  type IssuersAnswer,
  NotVouched,
  type Vouched,
} from '../../modules/identity/google/issuer.ts';
import { ConcurrencyLimit } from '../../modules/kernel/concurrency/concurrency-limit.ts';
import { Busy } from '../../modules/kernel/errors.ts';

/** The library, loaded when somebody first comes through the issuer: no start waits for it. */
export const library = () => import('openid-client');
type Library = Awaited<ReturnType<typeof library>>;

/** Seconds that one answer of the issuer may take. */
const patience = 5;
/**
 * How many wait for it at once, an eighth of the calls that are carried out at once (backend/start/serving/calls-in-flight.ts): anybody may begin to
 * sign in, and one that hangs holds each of them for so long.
 */
const waiting = 64;
/** How far the clocks of the shop and the issuer may be apart, in seconds. */
const clocksApart = 10;

/** What the shop is registered as. */
export type Registration = { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };

/** Hears of what an operator may have to mend: in the issuer's own code for it, or the network's, and at which host. */
export type OnFault = (code: string, host: string | undefined) => void;

type Known = {
  readonly isReal: boolean;
  /** Where it is asked what it says of itself. */
  readonly host?: string;
  /** What the issuer says of itself. It is asked for at the first sign-in. */
  readonly discover: () => Promise<Configuration>;
  readonly onFault: OnFault;
  /** What of an address the browser is sent to; all of it when left out. */
  readonly addressOf?: (address: URL) => string;
};

/** An issuer that is found by its address (OpenID Connect Discovery 1.0). What it says of itself is kept, its absence is not. */
export function discoveredIssuer({ issuer, clientId, clientSecret }: Registration, onFault: OnFault): Issuer {
  return issuerClient({
    isReal: true,
    host: new URL(issuer).host,
    onFault,
    async discover() {
      const openid = await library();
      const execute = new URL(issuer).protocol === 'http:' ? [openid.allowInsecureRequests] : [];
      const client = { client_secret: clientSecret, [openid.clockTolerance]: clocksApart };
      const authentication = openid.ClientSecretPost(clientSecret);
      return openid.discovery(new URL(issuer), clientId, client, authentication, { execute, timeout: patience });
    },
  });
}

/** The relying party's side of the authorization code flow, with PKCE, state and nonce. */
export function issuerClient({ isReal, host, discover, onFault, addressOf = ({ href }) => href }: Known): Issuer {
  let found: Promise<Configuration> | undefined;
  const places = new ConcurrencyLimit({ atOnce: waiting, mostWaiting: 0, refusal: 'Too many wait for the issuer.' });

  /** For whom there is no place it is away: it holds up all the others, too. */
  async function inPlace<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await places.run(work);
    } catch (reason) {
      throw reason instanceof Busy ? new NotVouched('away', { cause: reason }) : reason;
    }
  }

  function configuration(openid: Library): Promise<Configuration> {
    found ??= discover().catch((reason: unknown) => {
      found = undefined;
      onFault(codeOf(openid, reason), host);
      throw new NotVouched('away', { cause: reason });
    });
    return found;
  }

  return {
    isReal,
    async begin({ callback, anew }) {
      const openid = await library();
      const issuer = await inPlace(() => configuration(openid));
      const handshake: Handshake = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const address = openid.buildAuthorizationUrl(issuer, {
        redirect_uri: callback,
        scope: 'openid email profile',
        state: handshake.state,
        nonce: handshake.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(handshake.verifier),
        code_challenge_method: 'S256',
        ...(anew && askedAnew(issuer)),
      });
      return { address: addressOf(address), handshake };
    },
    async finish(answer, { callback, anew, handshake, since }) {
      if (answer.error === 'access_denied' && answer.state === handshake.state) throw new NotVouched('cancelled');
      const openid = await library();
      const issuer = await inPlace(() => configuration(openid));
      try {
        const address = addressWith(callback, answer);
        const expected = {
          expectedState: handshake.state,
          expectedNonce: handshake.nonce,
          pkceCodeVerifier: handshake.verifier,
        };
        const tokens = await inPlace(() => openid.authorizationCodeGrant(issuer, address, expected));
        const claims = tokens.claims();
        if (!claims || (anew && knowsWhen(issuer) && !isSince(claims.auth_time, since))) throw new NotVouched('again');
        return vouchedBy(claims, isReal);
      } catch (reason) {
        if (reason instanceof NotVouched) throw reason;
        onFault(codeOf(openid, reason), URL.parse(issuer.serverMetadata().token_endpoint ?? '')?.host);
        throw new NotVouched(isAway(openid, reason) ? 'away' : 'again', { cause: reason });
      }
    },
  };
}

/** Without any of these an issuer that knows the person sends them back unasked. Google knows `select_account` alone. */
function askedAnew(issuer: Configuration): Record<string, string> {
  return knowsWhen(issuer) ? { prompt: 'login', max_age: '0' } : { prompt: 'select_account' };
}

/** Whether the issuer says when somebody last proved to it who they are. */
function knowsWhen(issuer: Configuration): boolean {
  return issuer.serverMetadata().claims_supported?.includes('auth_time') ?? false;
}

function isSince(authTime: number | undefined, since: Date): boolean {
  return authTime !== undefined && authTime >= since.getTime() / 1000 - clocksApart;
}

function vouchedBy({ iss, sub, email, email_verified, name }: IDToken, isReal: boolean): Vouched {
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' ? email.trim().toLowerCase() : undefined,
    isEmailVerified: isReal && email_verified === true,
    name: typeof name === 'string' ? name : undefined,
  };
}

/** The callback's address as the browser called it, with what the flow knows of it and nothing else. */
function addressWith(callback: string, answer: IssuersAnswer): URL {
  const address = new URL(callback);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) address.searchParams.set(name, value);
  return address;
}

/**
 * The issuer's own code (`invalid_client`), the network's (`ECONNREFUSED`), or what kind of failure it was. Its words may hold
 * anything, and are not kept.
 */
function codeOf(openid: Library, reason: unknown): string {
  if (reason instanceof openid.ResponseBodyError || reason instanceof openid.AuthorizationResponseError) {
    return plain(reason.error);
  }
  const code = codeIn(reason) ?? (reason instanceof Error ? codeIn(reason.cause) : undefined);
  return plain(code ?? (reason instanceof Error ? reason.name : 'unknown'));
}

/** Of fetch without a network it is its cause that has one. */
function codeIn(reason: unknown): string | undefined {
  return reason instanceof Error && 'code' in reason && typeof reason.code === 'string' ? reason.code : undefined;
}

const plain = (code: string) => (/^[\w.-]{1,64}$/.test(code) ? code : 'unknown');

/** What is no answer of an issuer that works: no network, no time, a fault of its own. */
function isAway(openid: Library, reason: unknown): boolean {
  if (reason instanceof openid.ResponseBodyError) return reason.status >= 500 || reason.error === 'invalid_client';
  if (reason instanceof openid.AuthorizationResponseError)
    return ['server_error', 'temporarily_unavailable'].includes(reason.error);
  if (reason instanceof openid.WWWAuthenticateChallengeError) return true; // It does not know the shop.
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined;
  if (reason instanceof openid.ClientError) return code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
  return code === undefined; // That of fetch, without a network. What is wrong with what came back has a code.
}
