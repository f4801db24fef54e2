import { createHmac } from 'node:crypto';
import type { CommandContext, Commands, Outcome } from '../../kernel/commands.ts';
import { derivedId, digest } from '../../kernel/encoding/derived.ts';
import { Invalid } from '../../kernel/errors.ts';
import type { Caller } from '../../kernel/route.ts';
import { type AddPasskey, addPasskey } from './commands/add-passkey.ts';
import { addTotp } from './commands/add-totp.ts';
import { endFactors } from './commands/end-factors.ts';
import { makeRecoveryCodes } from './commands/make-recovery-codes.ts';
import { removeFactor } from './commands/remove-factor.ts';
import { type Beside, isSpent, type Shown, useFactor } from './commands/use-factor.ts';
import type { FactorEvent, WhyEnded } from './events.ts';
import { type Factors, factors } from './factors.ts';
import type { MadePasskey } from './passkeys.ts';
import { recoveryCodes, recoveryDigest } from './recovery-codes.ts';
import { WrongFactor } from './refusals.ts';
import { base32, keyUri } from './totp.ts';

/** How long a secret may wait for its first code, in milliseconds. */
const offerLasts = 15 * 60_000;
/** As long as RFC 4226 recommends, in bytes. */
const secretBytes = 20;

/** A factor that was added; with the first one come recovery codes. */
export type AddedFactor = {
  readonly factorId: string;
  readonly codes?: readonly string[];
  readonly position: bigint;
  /** Of one that was added by the same call before, when that was. */
  readonly recordedAt?: Date | undefined;
};

/** Who adds a factor, and in which session. */
type InSession = Pick<Caller, 'uid' | 'sid'>;

/** What people have beside their first proof, each person's in a stream of their own. */
export class SecondFactors {
  readonly #commands: Commands;
  readonly #secret: Uint8Array;
  readonly #now: () => Date;

  constructor(deps: { commands: Commands; secret: Uint8Array; now: () => Date }) {
    this.#commands = deps.commands;
    this.#secret = deps.secret;
    this.#now = deps.now;
  }

  of(uid: string): Promise<Factors> {
    return this.#commands.load(factors, uid);
  }

  /**
   * A secret for an authenticator app, of which nothing is kept until its first code has come. The offer says until when that
   * may be, and the secret is worked out from it again.
   */
  offerTotp(uid: string, email: string, { commandId }: CommandContext): { offer: string; secret: string; uri: string } {
    const until = this.#now().getTime() + offerLasts;
    const offer = `${until}.${derivedId('factor', uid, commandId)}`;
    const secret = this.#secretOf(uid, offer);
    return { offer, secret, uri: keyUri(secret, email) };
  }

  /** @throws Invalid for a code that is wrong, or comes too late; Conflict when there is an app already. */
  async addTotp({ uid, sid }: InSession, offer: string, code: string, context: CommandContext): Promise<AddedFactor> {
    const before = await this.#addedBefore(uid, context);
    if (before) return before;
    const [until = '', factorId = ''] = offer.split('.');
    if (!/^\d{1,15}$/.test(until) || factorId === '') throw new Invalid('That QR code is not one of ours.');
    const now = this.#now();
    if (Number(until) <= now.getTime()) throw new Invalid('That took too long. Please begin again with a new QR code.');
    const secret = this.#secretOf(uid, offer);
    const { codes, digests } = this.#newCodes(uid, context);
    const first = { sid, digests };
    const command = { type: 'AddTotp', uid, factorId, secret, code, at: now.toISOString(), first } as const;
    return added(await this.#commands.execute(factors, uid, context, command, addTotp), codes);
  }

  /** @param check of what the browser has made; not asked of a call that comes again, since its challenge may be over by then */
  async addPasskey(
    { uid, sid }: InSession,
    name: string,
    check: () => Promise<MadePasskey>,
    context: CommandContext,
  ): Promise<AddedFactor> {
    const before = await this.#addedBefore(uid, context);
    if (before) return before;
    const made = await check();
    const factorId = derivedId('factor', uid, context.commandId);
    const { codes, digests } = this.#newCodes(uid, context);
    const at = this.#now().toISOString();
    const command: AddPasskey = { type: 'AddPasskey', uid, factorId, name, at, first: { sid, digests }, ...made };
    return added(await this.#commands.execute(factors, uid, context, command, addPasskey), codes);
  }

  /** @throws NotFound when it is none of theirs. */
  remove(uid: string, factorId: string, context: CommandContext): Promise<{ position: bigint }> {
    return this.#commands.execute(factors, uid, context, { type: 'RemoveFactor', uid, factorId }, removeFactor);
  }

  /** @throws Conflict for whoever has no factor. */
  async makeRecoveryCodes(uid: string, context: CommandContext): Promise<{ codes: string[]; position: bigint }> {
    const { codes, digests } = this.#newCodes(uid, context);
    const command = { type: 'MakeRecoveryCodes', uid, digests } as const;
    const { position } = await this.#commands.execute(factors, uid, context, command, makeRecoveryCodes);
    return { codes, position };
  }

  /** Ends all of somebody's factors, unless they were all added after `before`. Twice is once. */
  endAllOf(uid: string, because: WhyEnded, context: CommandContext, before?: Date): Promise<{ position: bigint }> {
    const command = { type: 'EndFactors', uid, because, before: before?.toISOString() } as const;
    return this.#commands.execute(factors, uid, context, command, endFactors);
  }

  /**
   * Proves by a factor who somebody is; each code and challenge once, at whatever node. The same command beside the same first proof
   * is the same use; without the proof in its id, a code would be good again in another sign-in that comes with the same key.
   * @param beside what was proved before, a sign-in that waits or a session, and by what its caller is known
   * @throws WrongFactor; `isOver` in it says that the sign-in is over by it. TooMany after too many of them.
   */
  async use(uid: string, beside: Beside, shown: Shown, context: CommandContext): Promise<{ position: bigint }> {
    const { proof, isOnce = false } = beside;
    const command = { type: 'UseFactor', uid, ...beside, at: this.#now().toISOString(), shown } as const;
    const besideIt = { ...context, commandId: derivedId('use-factor', context.commandId, proof) };
    const { events, state, position } = await this.#commands.execute(factors, uid, besideIt, command, useFactor);
    const isUsed = events.some(({ type }) => type !== 'FactorRefused');
    if (!isUsed) throw new WrongFactor(undefined, isOnce && isSpent(proof, state));
    return { position };
  }

  /** What was typed, as it is decided on. */
  typed(uid: string, { code, recoveryCode }: { code?: string; recoveryCode?: string }): Shown {
    if (recoveryCode !== undefined) return { kind: 'recovery-code', digest: recoveryDigest(uid, recoveryCode) };
    return { kind: 'totp', code: code ?? '' };
  }

  /**
   * What this very command has added. Without this, whoever did not hear the answer could lose their recovery codes for good, since the
   * same call a little later is about an offer that is over.
   * @throws KeyUsedBefore
   */
  async #addedBefore(uid: string, context: CommandContext): Promise<AddedFactor | undefined> {
    const before = await this.#commands.recall(factors, uid, context);
    return before && added(before, this.#newCodes(uid, context).codes);
  }

  #secretOf(uid: string, offer: string): string {
    const bytes = createHmac('sha256', this.#secret)
      .update(digest('totp', uid, offer))
      .digest();
    return base32(bytes.subarray(0, secretBytes));
  }

  #newCodes(uid: string, { commandId }: CommandContext): { codes: string[]; digests: string[] } {
    const codes = recoveryCodes(this.#secret, uid, commandId);
    return { codes, digests: codes.map((code) => recoveryDigest(uid, code)) };
  }
}

/** @param codes those of the command, which are the person's where this is their first factor */
function added({ events, position, recordedAt }: Outcome<Factors, FactorEvent>, codes: readonly string[]): AddedFactor {
  const [factorId = ''] = events.flatMap((event) =>
    event.type === 'TotpAdded' || event.type === 'PasskeyAdded' ? event.data.factorId : [],
  );
  const isFirst = events.some(({ type }) => type === 'RecoveryCodesMade');
  return { factorId, position, recordedAt, ...(isFirst && { codes }) };
}
