// The text form of an access control list (ACL), as the Data Lake service and its other tools write it:
// `user::rwx,user:OBJECT-ID:r-x,group::r-x,mask::r-x,other::---,default:user::rwx`. Pure.
import { type StowageError, invalidInput } from '../errors';
import type { AccessEntry } from '../model/access-control';
import { t } from '../strings/t';

/** The service stores this many entries for access, and as many that are inherited. */
const maxAccessEntries = 32;

/** `identifiers`: entries whose permissions are absent, because entries are removed by what they are for. */
type ListForm = 'complete' | 'some' | 'identifiers';

/**
 * `complete`: a list that replaces another, which needs the entries of owner, owning group and everybody else.
 * @throws StowageError `invalid.input` that names the entry
 */
export function parseAccessList(text: string, form: ListForm): readonly AccessEntry[] {
  const parts = text
    .split(/[,\n]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0)
    throw invalidList(t`has no entry.`, t`Enter entries such as user::rwx,group::r-x,other::---.`);
  const entries = parts.map((part) => parseEntry(part, form));
  const problem = listProblem(entries, form);
  if (problem !== null) throw problem;
  return entries;
}

/** Null for a list that the service accepts. `of`: absent where it is not known. */
export function listProblem(
  entries: readonly AccessEntry[],
  form: ListForm,
  of?: 'folder' | 'file',
): StowageError | null {
  const seen = new Set<string>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (seen.has(key)) return invalidList(t`has ${key} twice.`, t`Remove one of them.`);
    seen.add(key);
  }
  for (const scope of ['access', 'default'] as const) {
    const own = entries.filter((entry) => entry.scope === scope);
    if (own.length > maxAccessEntries) {
      return invalidList(
        t`has ${own.length} entries; ${maxAccessEntries} are possible.`,
        t`Put users into a group and enter the group.`,
      );
    }
    if (form !== 'complete' || (scope === 'default' && own.length === 0)) continue;
    for (const type of ['user', 'group', 'other'] as const) {
      const key = keyOf({ scope, type, id: '' });
      if (!seen.has(key)) return invalidList(t`lacks the entry ${key}.`, t`Add it, such as ${key}r-x.`);
    }
  }
  if (of === 'file' && entries.some(({ scope }) => scope === 'default')) {
    return invalidList(
      t`has default entries, which only folders have.`,
      t`Remove the entries that begin with default:.`,
    );
  }
  return null;
}

export function formatAccessList(
  entries: readonly AccessEntry[],
  form: 'permissions' | 'identifiers' = 'permissions',
): string {
  return entries
    .map((entry) => (form === 'permissions' ? keyOf(entry) + entry.permissions : keyOf(entry).replace(/:$/u, '')))
    .join(',');
}

/** What turns one list into another: entries that are new or have other permissions, and those that are gone. */
export function changesOf(
  before: readonly AccessEntry[],
  after: readonly AccessEntry[],
): { readonly changed: readonly AccessEntry[]; readonly removed: readonly AccessEntry[] } {
  const had = new Map(before.map((entry) => [keyOf(entry), entry.permissions]));
  const has = new Set(after.map(keyOf));
  return {
    changed: after.filter((entry) => had.get(keyOf(entry)) !== entry.permissions),
    removed: before.filter((entry) => !has.has(keyOf(entry))),
  };
}

/** `default:user:ID:`, with the final colon that permissions follow. */
function keyOf({ scope, type, id }: Pick<AccessEntry, 'scope' | 'type' | 'id'>): string {
  return `${scope === 'default' ? 'default:' : ''}${type}:${id}:`;
}

function parseEntry(text: string, form: ListForm): AccessEntry {
  const scope = /^default:/iu.test(text) ? 'default' : 'access';
  const [type = '', id = '', permissions, ...more] = text.replace(/^default:/iu, '').split(':');
  const kind = type.toLowerCase();
  const isForm = form === 'identifiers' ? permissions === undefined || permissions === '' : permissions !== undefined;
  if ((kind !== 'user' && kind !== 'group' && kind !== 'mask' && kind !== 'other') || more.length > 0 || !isForm) {
    throw invalidList(
      t`has the entry ${text}, which has another form.`,
      form === 'identifiers'
        ? t`Write user:ID or group:ID, with default: in front of entries that are inherited.`
        : t`Write TYPE:ID:PERMISSIONS, such as user:ID:r-x; TYPE is user, group, mask or other.`,
    );
  }
  if (id !== '' && (kind === 'mask' || kind === 'other')) {
    throw invalidList(t`has the entry ${text}, and ${kind} has no ID.`, t`Write ${kind}::r-x.`);
  }
  const rights = form === 'identifiers' ? '---' : (permissions ?? '').toLowerCase();
  if (!/^[r-][w-][x-]$/u.test(rights)) {
    throw invalidList(
      t`has the entry ${text}, whose permissions have another form.`,
      t`Write r, w and x or -, such as r-x.`,
    );
  }
  return { scope, type: kind, id, permissions: rights };
}

function invalidList(problem: string, fix: string): StowageError {
  return invalidInput('ACL', problem, fix);
}
