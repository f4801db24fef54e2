/** Whom an OpenID Connect issuer vouches for, in claims of its ID token (OpenID Connect Core 1.0, 2 and 5.1). */
export type Vouched = {
  /** Who vouches. With `subject` it is what somebody is known by; an email can get another owner. */
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; undefined where the issuer says none. */
  readonly email: string | undefined;
  /** Whether the issuer has seen that the address is theirs, and may be believed about it. */
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
};

/** What a browser takes along to the issuer and must bring back (state, nonce), and what it is never shown (PKCE). */
export type Handshake = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** What the issuer answered through the browser: the parameters of the callback's address. */
export type IssuersAnswer = Readonly<Record<'code' | 'state' | 'error' | 'iss', string | undefined>>;

/**
 * Why nobody was vouched for. `cancelled`: the person did not want it. `away`: the issuer cannot be reached, or does not do
 * its work. `again`: what came back is not what was asked for.
 */
export class NotVouched extends Error {
  override name = 'NotVouched';
  readonly because: 'cancelled' | 'away' | 'again';
  constructor(because: NotVouched['because'], options?: { cause: unknown }) {
    super(`Nobody was vouched for: ${because}.`, options);
    this.because = because;
  }
}

/** Somebody else who knows who people are: Google, or another by OpenID Connect; or the shop's own, to try things with. */
export interface Issuer {
  /** False for the demo's own, where everybody is whom they say they are: such accounts stand apart. */
  readonly isReal: boolean;
  /**
   * Where to send the browser.
   * @param options.callback where the issuer sends it back to
   * @param options.anew the person is to prove who they are, although the issuer knows them
   * @throws NotVouched when the issuer is away.
   */
  begin(options: { callback: string; anew: boolean }): Promise<{ address: string; handshake: Handshake }>;
  /** @throws NotVouched */
  finish(
    answer: IssuersAnswer,
    asked: { callback: string; anew: boolean; handshake: Handshake; since: Date },
  ): Promise<Vouched>;
}
