// Names that an account with a hierarchical namespace cannot store, although others can: each part between slashes is a
// real folder there. Pure.
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';

/** What is wrong with a name; null for a possible one. */
function pathNameProblem(name: string): string | null {
  const parts = name.split('/');
  if (parts.includes('')) return t`has an empty folder name: two slashes in a row, or one at its start or end`;
  if (parts.some((part) => part === '.' || part === '..')) return t`has a folder named . or ..`;
  if (name.includes('\\')) return t`contains a backslash, which the service treats as a slash`;
  return null;
}

/** @throws StowageError `invalid.name` */
export function assertPathName(name: string): void {
  const problem = name === '' ? t`is empty` : pathNameProblem(name);
  if (problem === null) return;
  const context = {
    kind: 'blob',
    name,
    problem,
    fix: t`Choose another name: this account has a hierarchical namespace.`,
  };
  throw new StowageError('invalid.name', `The name ${problem}.`, { context });
}
