import type { Commands } from '../../kernel/commands.ts';
import type { Mailing } from '../../kernel/mails.ts';
import type { ReadModels } from '../../kernel/read-models.ts';
import type { EndFactors } from '../google/logins.ts';
import { linkMails } from '../links/link-mails.ts';
import { Links } from '../links/links.ts';
import type { Passwords } from '../passwords/password.ts';
import type { PasswordRules } from '../passwords/password-rules.ts';
import { endSessionsOfBefore } from '../reactors/end-sessions.ts';
import { endWhatWasBefore } from '../reactors/end-what-was-before.ts';
import { finishEmailChange, mailLinks } from '../reactors/mail-links.ts';
import { accounts as accountDocuments } from '../read-models/accounts.ts';
import type { Secrets } from '../secrets.ts';
import type { SessionRenewing } from '../sessions/session-renewing.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { AccountChanges } from './account-changes.ts';
import { accountRoutes } from './account-routes.ts';
import type { Accounts } from './accounts.ts';

/** What identity has for changing passwords and emails, and for proving them by mailed links. */
export function changing(deps: {
  commands: Commands;
  readModels: ReadModels;
  accounts: Accounts;
  sessions: Sessions;
  renewing: SessionRenewing;
  rules: PasswordRules;
  passwords: Passwords;
  secrets: Secrets;
  isAdmin: (uid: string) => Promise<boolean>;
  endFactorsOf: EndFactors;
  mailing: Mailing;
  now: () => Date;
}) {
  const links = new Links(deps);
  const changes = new AccountChanges({ ...deps, links });
  return {
    changes,
    routes: accountRoutes({ ...deps, changes }),
    projections: [accountDocuments],
    reactors: [
      mailLinks({ ...deps, links }),
      finishEmailChange({ links, changes }),
      endSessionsOfBefore(deps.sessions),
      endWhatWasBefore(deps),
    ],
    mails: [linkMails({ ...deps, links })],
  };
}
