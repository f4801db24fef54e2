import { streamOf } from '../../kernel/aggregate.ts';
import type { CommandContext, Commands, Outcome } from '../../kernel/commands.ts';
import { derivedId } from '../../kernel/encoding/derived.ts';
import { isSameText } from '../../kernel/encoding/same-text.ts';
import type { OpenAccount } from '../accounts/accounts.ts';
import { linkMinutes } from '../bounds/contract.ts';
import { requestLink, useLink } from '../commands/use-link.ts';
import type { LinkPurpose } from '../contract.ts';
import type { LinkEvent, LinkRequested } from '../events.ts';
import type { Secrets } from '../secrets.ts';
import { type Link, link } from './link.ts';
import { LinkNotGood } from './link-refusals.ts';

/** How long a link is good, in milliseconds. */
export const linkLifetime = linkMinutes * 60_000;

/** A link that was asked for, and has not expired by its own account: whether it was used, its stream says. */
export type FoundLink = Exclude<Link, { status: 'none' }> & { readonly id: string };

/** What a link's request is about; when it ends is said here. */
type Wanted = Omit<LinkRequested['data'], 'expiresAt'>;

/**
 * Links that are mailed. What opens one is worked out from its id with the shop's secret: the log holds nothing that does.
 */
export class Links {
  readonly #commands: Commands;
  readonly #secrets: Secrets;
  readonly #now: () => Date;

  constructor(deps: { commands: Commands; secrets: Secrets; now: () => Date }) {
    this.#commands = deps.commands;
    this.#secrets = deps.secrets;
    this.#now = deps.now;
  }

  /** Asks for a link; the mail follows from the event. The same command again asks for the same one. */
  async request(wanted: Wanted, context: CommandContext, from = this.#now()): Promise<{ position: bigint }> {
    const id = requestId(wanted.purpose, context);
    const expiresAt = new Date(from.getTime() + linkLifetime).toISOString();
    const command = { type: 'RequestLink', ...wanted, expiresAt } as const;
    return this.#commands.execute(link, id, context, command, requestLink, { isNew: true });
  }

  /**
   * What this very command asked for before; undefined where it did not.
   * @throws KeyUsedBefore for the same command with another payload
   */
  async requested(purpose: LinkPurpose, context: CommandContext): Promise<{ position: bigint } | undefined> {
    return this.#commands.recall(link, requestId(purpose, context), context);
  }

  /** What opens the link of a stream: its purpose for the page, its id, and the proof that the shop made it. */
  tokenOf(stream: string, purpose: LinkPurpose): string {
    return this.#token(stream.slice(streamOf(link, '').length), purpose);
  }

  /** @throws LinkNotGood for what is no link of ours. */
  async find(token: string): Promise<FoundLink> {
    const [, purpose, id = ''] = /^(recover|prove|change-email)\.([\da-f-]{36})\.[\w-]{43}$/.exec(token) ?? [];
    const isOurs = purpose !== undefined && isSameText(token, this.#token(id, purpose as LinkPurpose));
    const found = isOurs ? await this.#commands.load(link, id) : undefined;
    if (!found || found.status === 'none' || found.purpose !== purpose) throw new LinkNotGood();
    return { id, ...found };
  }

  /** The link of a stream, for what follows from its events. */
  async at(stream: string): Promise<FoundLink | undefined> {
    const id = stream.slice(streamOf(link, '').length);
    const found = await this.#commands.load(link, id);
    return found.status === 'none' ? undefined : { id, ...found };
  }

  /**
   * Uses a link. The same command again is the same use.
   * @throws LinkNotGood, LinkUsedBefore or LinkExpired.
   */
  async use(
    id: string,
    purposes: readonly LinkPurpose[],
    context: CommandContext,
  ): Promise<Pick<Outcome<Link, LinkEvent>, 'position' | 'recordedAt'>> {
    const use = { type: 'UseLink', purposes, at: this.#now().toISOString() } as const;
    return this.#commands.execute(link, id, context, use, useLink);
  }

  #token(id: string, purpose: LinkPurpose): string {
    return `${purpose}.${id}.${this.#secrets.linkProof(id, purpose)}`;
  }
}

function requestId(purpose: LinkPurpose, { commandId }: CommandContext): string {
  return derivedId('link', commandId, purpose);
}

/** What a link to the address of an account is about. */
export function wantedOf({ uid, accountId, email, generation }: OpenAccount, purpose: LinkPurpose) {
  return { uid, accountId, purpose, email, generation };
}
