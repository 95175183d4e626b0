// Work that a person has begun: what fails is said where they are looking, what they cancelled is not.
import { StowageError } from '@shared/errors';
import { showFailure } from '@renderer/ui';

export function runAndSay(work: Promise<unknown>): void {
  work.catch((thrown: unknown) => {
    const failure = StowageError.from(thrown);
    if (failure.kind === 'cancelled') return;
    showFailure(failure);
  });
}
