// The service's rules for names of tables and containers, as sentences. Pure.
import { isContainerName, isTableName } from '@shared/links/outside-text';
import { t } from '@shared/strings/t';
import type { Resource } from './connection-store';

/** The error in the name and how to correct it; null if the service will accept it. */
export function nameProblem(resource: Resource, name: string, noun = t`container`): string | null {
  return resource === 'tables' ? tableNameProblem(name) : containerNameProblem(name, noun);
}

/** The same for the name of an existing resource: the service has some that no client can create. */
export function knownNameProblem(resource: Resource, name: string): string | null {
  const isName = resource === 'tables' ? isTableName(name) : isContainerName(name);
  return isName ? null : nameProblem(resource, name);
}

function tableNameProblem(name: string): string | null {
  if (name.length < 3 || name.length > 63) return lengthProblem(t`table`, name.length);
  if (!/^[A-Za-z]/.test(name)) return t`A table name must start with a letter.`;
  const odd = /[^A-Za-z0-9]/u.exec(name);
  if (odd) return t`A table name can contain only letters and digits; remove “${odd[0]}”.`;
  if (name.toLowerCase() === 'tables') return t`The name “tables” is reserved by the service.`;
  return null;
}

function containerNameProblem(name: string, noun: string): string | null {
  if (['$root', '$web', '$logs'].includes(name)) return null;
  if (name.length < 3 || name.length > 63) return lengthProblem(noun, name.length);
  if (/[A-Z]/.test(name)) return t`A ${noun} name must be lowercase.`;
  const odd = /[^a-z0-9-]/u.exec(name);
  if (odd) return t`A ${noun} name can contain only lowercase letters, digits and hyphens; remove “${odd[0]}”.`;
  if (name.startsWith('-') || name.endsWith('-')) return t`A ${noun} name must start and end with a letter or digit.`;
  if (name.includes('--')) return t`A ${noun} name cannot contain two hyphens in a row.`;
  return null;
}

function lengthProblem(noun: string, length: number): string {
  return t`A ${noun} name must have 3 to 63 characters; this one has ${length}.`;
}
