// Names a link or file in its prompt, and describes what is missing if it cannot be opened.
import type { ParsedOpenRequest } from '@shared/links/open-request';
import type { Reached } from '@shared/links/reachable';
import { t } from '@shared/strings/t';

/** t`Open the query Late berths`, `Open container logs`. */
export function titleOf({ target, title }: ParsedOpenRequest): string {
  if (title !== undefined) return t`Open the query ${title.name}`;
  switch (target.kind) {
    case 'table':
      return t`Open table ${target.table}`;
    case 'container':
      return t`Open container ${target.container}`;
    case 'blob':
      return t`Open blob ${target.blob.slice(target.blob.lastIndexOf('/') + 1) || target.blob}`;
    case 'columns':
      return t`Open a query`;
  }
}

/** What is missing, so that it can be reported or fixed. */
export function missingText(
  { what, named }: Extract<Reached, { state: 'missing' }>,
  { kind, account, connection }: Exclude<ParsedOpenRequest['target'], { kind: 'columns' }>,
): string {
  if (what === 'service' && named !== undefined) {
    return kind === 'table'
      ? t`${named.name} has no access to the tables of account ${account}.`
      : t`${named.name} has no access to the blobs of account ${account}.`;
  }
  const missing =
    connection === undefined
      ? t`There is no saved connection to account ${account}.`
      : t`There is no saved connection to account ${account} (“${connection}” at the source).`;
  if (named === undefined) return missing;
  return `${missing} ${t`Your connection ${named.name} is to a different account, ${named.accountName}.`}`;
}
