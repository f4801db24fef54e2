import type { VerifiedAuthenticationResponse, VerifiedRegistrationResponse } from '@simplewebauthn/server';
import { digest } from '../../kernel/encoding/derived.ts';
import type { Challenges, Signed } from './challenges.ts';
import type { Shown } from './commands/use-factor.ts';
import type { NewPasskey, ShownPasskey } from './contract.ts';
import { challengeLasts, type Factors, type PasskeyFactor } from './factors.ts';
import { WrongFactor } from './refusals.ts';
import type { Site } from './site.ts';

/** A passkey that was made for us. */
export type MadePasskey = Signed &
  Pick<PasskeyFactor, 'credentialId' | 'publicKey' | 'counter'> & { readonly transports: readonly string[] };

const refused = 'That passkey could not be checked. Please try again.';
const shopName = 'Inventory';

/** The library, loaded when somebody needs it: no start waits for it. */
const library = () => import('@simplewebauthn/server');

/** What every authenticator knows; the library's own list asks Node for what is experimental there. */
async function algorithms(): Promise<number[]> {
  const { COSEALG } = await import('@simplewebauthn/server/helpers');
  return [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256];
}

/** WebAuthn: what a browser is asked for, and whether its answer is good. */
export class Passkeys {
  readonly #site: Site;
  readonly #challenges: Challenges;

  constructor({ site, challenges }: { site: Site; challenges: Challenges }) {
    this.#site = site;
    this.#challenges = challenges;
  }

  /** What a browser needs to make a passkey. */
  async toMake({ uid, email, name }: { uid: string; email: string; name: string }, state: Factors) {
    const { generateRegistrationOptions } = await library();
    return generateRegistrationOptions({
      rpName: shopName,
      rpID: this.#site.id,
      userID: new Uint8Array(Buffer.from(digest('passkeys', uid), 'hex')),
      userName: email,
      userDisplayName: name,
      challenge: this.#challenges.issue('add', uid),
      supportedAlgorithmIDs: await algorithms(),
      timeout: challengeLasts,
      excludeCredentials: passkeysIn(state),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    });
  }

  /** @throws WrongFactor when it is no answer to what `toMake` gave this person */
  async made(uid: string, response: NewPasskey): Promise<MadePasskey> {
    const { signed, origin } = this.#read(response.response.clientDataJSON, 'add', uid);
    const [{ verifyRegistrationResponse }, supportedAlgorithmIDs] = await Promise.all([library(), algorithms()]);
    const { verified, registrationInfo } = await checked<VerifiedRegistrationResponse>(() =>
      verifyRegistrationResponse({
        response: { ...response, clientExtensionResults: {} },
        expectedChallenge: (challenge) => this.#challenges.known(challenge, 'add', uid) !== undefined,
        expectedOrigin: origin,
        expectedRPID: this.#site.id,
        requireUserVerification: false,
        supportedAlgorithmIDs,
      }),
    );
    if (!verified) throw new WrongFactor(refused);
    const { id, publicKey, counter } = registrationInfo.credential;
    const transports = response.response.transports ?? [];
    return {
      ...signed,
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports,
    };
  }

  /** What a browser needs to sign with one of somebody's passkeys. */
  async toShow(purpose: readonly string[], state: Factors) {
    const { generateAuthenticationOptions } = await library();
    return generateAuthenticationOptions({
      rpID: this.#site.id,
      challenge: this.#challenges.issue(...purpose),
      timeout: challengeLasts,
      allowCredentials: passkeysIn(state),
      userVerification: 'preferred',
    });
  }

  /** @throws WrongFactor when it is no answer of one of these passkeys to what `toShow` gave for this purpose */
  async shown(purpose: readonly string[], response: ShownPasskey, state: Factors): Promise<Shown> {
    const passkey = state.factors.find((one) => one.kind === 'passkey' && one.credentialId === response.id);
    if (passkey?.kind !== 'passkey') throw new WrongFactor('That passkey is not one of yours.');
    const { signed, origin } = this.#read(response.response.clientDataJSON, ...purpose);
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await checked<VerifiedAuthenticationResponse>(() =>
      verifyAuthenticationResponse({
        response: { ...response, clientExtensionResults: {} },
        expectedChallenge: (challenge) => this.#challenges.known(challenge, ...purpose) !== undefined,
        expectedOrigin: origin,
        expectedRPID: this.#site.id,
        requireUserVerification: false,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: 0, // Held against the last one where all nodes agree, so that a call may be repeated.
        },
      }),
    );
    if (!verified) throw new WrongFactor(refused);
    return { kind: 'passkey', credentialId: response.id, counter: authenticationInfo.newCounter, ...signed };
  }

  /** What the browser says that was signed, for whom, before it is known to be true: the library checks the rest. */
  #read(clientDataJSON: string, ...purpose: readonly string[]): { signed: Signed; origin: string } {
    const { challenge, origin } = clientData(clientDataJSON);
    const signed = this.#challenges.known(challenge, ...purpose);
    if (!signed || !this.#site.isOurs(origin)) throw new WrongFactor(refused);
    return { signed, origin };
  }
}

function clientData(json: string): { challenge: string; origin: string } {
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(json, 'base64url').toString());
    return { challenge: String(challenge), origin: String(origin) };
  } catch {
    throw new WrongFactor(refused);
  }
}

/** The library throws plain errors for whatever is not as it should be. */
async function checked<Result>(check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch {
    throw new WrongFactor(refused);
  }
}

function passkeysIn({ factors }: Factors): { id: string; transports: string[] }[] {
  return factors.flatMap((one) =>
    one.kind === 'passkey' ? [{ id: one.credentialId, transports: [...one.transports] }] : [],
  );
}
