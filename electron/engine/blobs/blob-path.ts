// Blob names as request paths, exactly: the addressed blob is the listed one, whatever URL code lies in between. Pure.
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { containerPath } from '../azure/container-path';

export interface BlobAddress {
  readonly container: string;
  readonly name: string;
}

const nameLimit = 1024;
/** Used as it is, without encoding or decoding. */
const plain = /^[A-Za-z0-9_.~/-]+$/u;

/**
 * The percent-encoded path of a blob below the blob endpoint. Names with `.` or `..` segments keep their slashes encoded:
 * URL code would otherwise fold them and address another blob. Throws `invalid.name` for what no request can name exactly.
 */
export function blobPath(container: string, name: string): string {
  if (name === '' || name.length > nameLimit)
    throw badName(name, t`has ${name.length} characters; allowed: 1 to ${nameLimit}`);
  const hasDots = hasDotSegment(name);
  if (plain.test(name) && !hasDots) return `${containerPath(container)}/${name}`;
  const separator = hasDots ? '%2F' : '/';
  const path = `${containerPath(container)}/${encodeName(name, separator)}`;
  if (decodedName(path, container) !== name) throw badName(name, t`cannot be encoded exactly in a request`);
  return path;
}

/**
 * Rejects names that an upload must not create, because other tools would read them as another blob. @throws
 * StowageError `invalid.name`
 */
export function assertUploadName(name: string, fix = t`Rename it, then upload it again.`): void {
  if (hasDotSegment(name)) throw badName(name, t`has a segment that consists only of dots`, fix);
  if (name.includes('\\')) throw badName(name, t`contains a backslash, which the service treats as a slash`, fix);
  if (name.endsWith('/')) throw badName(name, t`ends in a slash`, fix);
  if (hasControlCharacter(name)) throw badName(name, t`contains a control character`, fix);
}

function hasDotSegment(name: string): boolean {
  return /(?:^|[/\\])\.{1,2}(?:[/\\]|$)/u.test(name);
}

function hasControlCharacter(name: string): boolean {
  for (let at = 0; at < name.length; at += 1) if (name.charCodeAt(at) < 0x20) return true;
  return false;
}

function encodeName(name: string, separator: string): string {
  try {
    return name.split('/').map(encodeURIComponent).join(separator);
  } catch {
    throw badName(name, t`contains half of a surrogate pair`);
  }
}

// Through the same URL code that http clients and signers use.
function decodedName(path: string, container: string): string {
  const { pathname } = new URL(`http://host${path}`);
  return decodeURIComponent(pathname).slice(container.length + 2);
}

function badName(name: string, problem: string, fix = ''): StowageError {
  const context = { kind: 'blob', name, problem, ...(fix === '' ? {} : { fix }) };
  return new StowageError('invalid.name', `The blob name ${problem}.`, { context });
}
