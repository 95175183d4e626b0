// Runs work that the user has started: failures are reported where the user is looking, cancellations are not.
import { StowageError } from '@shared/errors';
import { showFailure } from '@renderer/ui';

export function runAndReport(work: Promise<unknown>): void {
  work.catch((thrown: unknown) => {
    const failure = StowageError.from(thrown);
    if (failure.kind === 'cancelled') return;
    showFailure(failure);
  });
}
