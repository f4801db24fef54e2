import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { StateMessage } from '../components/state-message.tsx';

type Props = { children: ReactNode /** Another address is another chance. */; address: string };

/** The last resort: a page's code did not arrive (a new release, no network), or it broke while rendering. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.hasFailed && before.address !== this.props.address) this.setState({ hasFailed: false });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <StateMessage title="This page could not be shown" announce page>
        Reloading usually helps: the shop may just have been updated.
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
      </StateMessage>
    );
  }
}
