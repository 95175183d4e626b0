// Blob names as request paths, exactly: what is addressed is what was listed, whatever URL code lies in between. Pure.
import { StowageError } from '@shared/errors';

const nameLimit = 1024;

/**
 * The percent-encoded path of a blob below the blob endpoint. Names with `.` or `..` segments keep their slashes encoded:
 * URL code would otherwise fold them and address another blob. Throws `invalid.name` for what no request can name exactly.
 */
export function blobPath(container: string, name: string): string {
  if (name === '' || name.length > nameLimit)
    throw badName(name, `has ${name.length} characters; 1 to ${nameLimit} are possible`);
  const separator = hasDotSegment(name) ? '%2F' : '/';
  const path = `/${encodeURIComponent(container)}/${encodeName(name, separator)}`;
  if (decodedName(path, container) !== name) throw badName(name, 'cannot be written in a request exactly');
  return path;
}

/** Refuses names that an upload must not create, because other tools would read them as another blob. */
export function assertUploadName(name: string): void {
  if (hasDotSegment(name)) throw badName(name, 'has a segment that is only dots');
  if (name.includes('\\')) throw badName(name, 'has a backslash, which the service reads as a slash');
  if (name.endsWith('/')) throw badName(name, 'ends in a slash');
  if ([...name].some((character) => (character.codePointAt(0) ?? 0) < 0x20))
    throw badName(name, 'has a control character');
}

function hasDotSegment(name: string): boolean {
  return name.split(/[/\\]/u).some((segment) => segment === '.' || segment === '..');
}

function encodeName(name: string, separator: string): string {
  try {
    return name.split('/').map(encodeURIComponent).join(separator);
  } catch {
    throw badName(name, 'has half of a surrogate pair');
  }
}

// Through the same URL code that http clients and signers use.
function decodedName(path: string, container: string): string {
  const { pathname } = new URL(`http://host${path}`);
  return decodeURIComponent(pathname).slice(container.length + 2);
}

function badName(name: string, problem: string): StowageError {
  return new StowageError('invalid.name', `The blob name ${problem}.`, { context: { kind: 'blob', name, problem } });
}
