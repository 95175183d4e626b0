// Keeps a fault in one view from taking the window with it.
import { Component, type ReactNode } from 'react';
import { StowageError } from '@shared/errors';
import { ErrorState } from '@renderer/ui';

interface Props {
  /** What stands in this place: `the tab Movies`. */
  readonly children: ReactNode;
}
interface State {
  readonly error: StowageError | null;
}

export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { error: null };

  static getDerivedStateFromError(thrown: unknown): State {
    return { error: StowageError.from(thrown) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <ErrorState error={error} onRetry={() => this.setState({ error: null })} /> : this.props.children;
  }
}
