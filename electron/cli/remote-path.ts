// `CONTAINER[/PREFIX]` as users type it.
import { invalidInput } from '@shared/errors';
import { isContainerName } from '@shared/links/outside-text';

export interface RemotePath {
  readonly container: string;
  /** Everything after the first slash, exactly as typed; empty for the whole container. */
  readonly rest: string;
}

export function parseRemotePath(text: string): RemotePath {
  const slash = text.indexOf('/');
  const container = slash === -1 ? text : text.slice(0, slash);
  if (/^https?:$/iu.test(container)) {
    throw invalidInput(
      'CONTAINER',
      'it is an address.',
      'Use CONTAINER/PATH here, and give the address by --connection-string-file; stowage copy takes addresses.',
    );
  }
  if (/^(?:|\.{1,2}|~|[A-Za-z]:.*)$/u.test(container)) {
    throw invalidInput(
      'CONTAINER',
      `"${text}" is a path of this computer.`,
      'Write CONTAINER or CONTAINER/PATH, for example photos/2024.',
    );
  }
  if (!isContainerName(container)) {
    throw invalidInput(
      'CONTAINER',
      `"${container}" is not a valid container name.`,
      'Use 3 to 63 lowercase letters, digits and single hyphens, for example photos/2024.',
    );
  }
  return { container, rest: slash === -1 ? '' : text.slice(slash + 1) };
}
