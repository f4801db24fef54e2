import type { ComponentType } from 'react';
import { SessionsPanel } from './sessions-panel.tsx';

/**
 * What one decides about one's own account, below the profile, in this order. Each is a SectionPanel that asks for its own
 * data, and shows on its own that it is loading or could not be fetched.
 */
const panels: readonly ComponentType[] = [SessionsPanel];

export function AccountPanels() {
  return panels.map((AccountPanel) => <AccountPanel key={AccountPanel.name} />);
}
