import type { ComponentType } from 'react';
import { EmailPanel } from './email-panel.tsx';
import { GooglePanel } from './google-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/**
 * What one decides about one's own account, below the profile, in this order. Each is a SectionPanel that asks for its own
 * data, and shows on its own that it is loading or could not be fetched.
 */
const panels: { readonly [name: string]: ComponentType } = {
  password: PasswordPanel,
  email: EmailPanel,
  google: GooglePanel,
  secondFactor: SecondFactorPanel,
  sessions: SessionsPanel,
};

export function AccountPanels() {
  return Object.entries(panels).map(([name, AccountPanel]) => <AccountPanel key={name} />);
}
