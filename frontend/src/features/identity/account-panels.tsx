import type { ComponentType } from 'react';
import { SecondFactorPanel } from './factors/second-factor-panel.tsx';
import { GooglePanel } from './google/google-panel.tsx';
import { EmailPanel } from './links/email-panel.tsx';
import { PasswordPanel } from './passwords/password-panel.tsx';

/**
 * How one signs in, in this order. Each is a SectionPanel that asks for its own
 * data, and shows on its own that it is loading or could not be fetched.
 */
const panels: { readonly [name: string]: ComponentType } = {
  password: PasswordPanel,
  email: EmailPanel,
  google: GooglePanel,
  secondFactor: SecondFactorPanel,
};

export function AccountPanels() {
  return Object.entries(panels).map(([name, AccountPanel]) => <AccountPanel key={name} />);
}
