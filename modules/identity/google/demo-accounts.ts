import { scheduledOnce } from '../../kernel/commands.ts';
import type { Bulkhead } from '../../kernel/concurrency/bulkhead.ts';
import { everyPage } from '../../kernel/documents/every-page.ts';
import type { View } from '../../kernel/documents/view.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { DemoAccount } from '../read-models/demo-accounts.ts';

/** Accounts of people whom the demo's own issuer vouched for: they are whom they said they are, and nobody looked. */
export class DemoAccounts {
  readonly #accounts: Pick<Accounts, 'forgetAt'>;
  readonly #view: Pick<View<DemoAccount>, 'list'>;

  constructor(deps: { accounts: Pick<Accounts, 'forgetAt'>; view: Pick<View<DemoAccount>, 'list'> }) {
    this.#accounts = deps.accounts;
    this.#view = deps.view;
  }

  /**
   * Closes them all for good, as if each person had gone: their sessions end, and their addresses are free for whom they belong
   * to. Twice is once. Resolves to the position of the last; 0 when there was none.
   * @param bulkhead told of those that cannot be closed, since they cannot be read
   */
  async close(bulkhead: Bulkhead): Promise<bigint> {
    let last = 0n;
    for await (const page of everyPage(this.#view.list, { index: 'all', key: '', order: 'ascending' })) {
      for (const { uid, accountId } of page) {
        const context = scheduledOnce('close-demo-account', uid);
        const { position = last } = (await bulkhead.hold(this.#accounts.forgetAt(accountId, uid, context))) ?? {};
        if (position > last) last = position;
      }
    }
    return last;
  }
}
