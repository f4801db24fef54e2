import { Component, type ReactNode } from 'react';
import { forgetFailedPages } from '../lib/lazy-loading/page-loading.ts';

type Props = {
  children: ReactNode;
  /** What to show instead; `retry` renders the children anew. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
  /** Another address is another chance. */
  address?: string;
};

type State = { failure: { error: unknown } | undefined };

/** Catches what breaks while rendering, and code that does not come (a new release, no network). */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  readonly #retry = () => {
    forgetFailedPages();
    this.setState({ failure: undefined });
  };

  override componentDidUpdate(before: Props) {
    if (this.state.failure && before.address !== this.props.address) this.#retry();
  }

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error, this.#retry) : this.props.children;
  }
}
