// Keeps a fault in one view from taking the window with it.
import { Component, type ReactNode } from 'react';
import { StowageError } from '@shared/errors';
import { ErrorState } from './error-state';

interface Props {
  /** Before the view is tried again. */
  readonly onRetry?: () => void;
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
    if (error === null) return this.props.children;
    const retry = (): void => {
      this.props.onRetry?.();
      this.setState({ error: null });
    };
    return <ErrorState error={error} onRetry={retry} />;
  }
}
