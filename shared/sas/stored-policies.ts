// Rules for the stored access policies of a container or table: at most five, with distinct names. Source: Define a
// stored access policy; Set Container ACL; Set Table ACL.
import type { StoredPolicy } from '../model/container-details';
import { parseMoment } from '../query/ticks';
import { t } from '../strings/t';

export const maxPolicies = 5;
const maxIdLength = 64;

/**
 * The order that the service requires, for tables too. Permissions that only other kinds of accounts know are retained.
 */
const serviceOrder = 'raucwdxyltfmeopi';

/** The permissions with this one added or removed, in the service's order. */
export function withRight(rights: string, letter: string, wanted: 'granted' | 'refused'): string {
  const letters = new Set(rights);
  if (wanted === 'granted') letters.add(letter);
  else letters.delete(letter);
  return [...letters].sort((one, other) => serviceOrder.indexOf(one) - serviceOrder.indexOf(other)).join('');
}

export type PolicyField = Exclude<keyof StoredPolicy, 'rights'>;

export interface PolicyProblems {
  /** By position in the list; a sentence with the fix for each field. */
  readonly rows: readonly Readonly<Partial<Record<PolicyField, string>>>[];
  readonly list?: string;
}

export function policyProblems(policies: readonly StoredPolicy[]): PolicyProblems {
  const seen = new Set<string>();
  const rows = policies.map(({ id, startsOn, expiresOn }) => {
    const name = idProblem(id, seen);
    seen.add(id);
    const start = momentProblem(startsOn);
    const end = momentProblem(expiresOn) ?? orderProblem(startsOn, expiresOn);
    return {
      ...(name === null ? {} : { id: name }),
      ...(start === null ? {} : { startsOn: start }),
      ...(end === null ? {} : { expiresOn: end }),
    };
  });
  if (policies.length <= maxPolicies) return { rows };
  return { rows, list: t`There can be at most ${maxPolicies} policies. Remove one.` };
}

export function hasPolicyProblems({ rows, list }: PolicyProblems): boolean {
  return list !== undefined || rows.some((row) => Object.keys(row).length > 0);
}

function idProblem(id: string, seen: ReadonlySet<string>): string | null {
  if (id.trim() === '') return t`Enter a name. A SAS refers to the policy by its name.`;
  if (id.length > maxIdLength) return t`A name can have at most ${maxIdLength} characters.`;
  return seen.has(id) ? t`Another policy already has this name.` : null;
}

function momentProblem(text: string): string | null {
  if (text === '') return null;
  const isWritten = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,7})?)?Z)?$/u.test(text);
  return isWritten && parseMoment(text, 'utc') !== null ? null : t`Enter a UTC time, such as 2026-03-01T08:00:00Z.`;
}

function orderProblem(startsOn: string, expiresOn: string): string | null {
  const [start, end] = [startsOn, expiresOn].map((text) => parseMoment(text, 'utc'));
  const isBackwards = start != null && end != null && end <= start;
  return isBackwards ? t`The expiry must be after the start.` : null;
}
