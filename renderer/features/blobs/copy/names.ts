// Names that the user enters, or that a duplicate gets. Pure.
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';

/** `scan.pdf` → `scan copy.pdf`, then `scan copy 2.pdf`; a folder keeps its slash. Calls `isTaken` for each. */
export function duplicateName(name: string, isTaken: (name: string) => boolean): string {
  const { stem, end } = partsOf(name);
  for (let number = 1; ; number += 1) {
    const candidate = t`${stem} copy${number === 1 ? '' : ` ${number}`}${end}`;
    if (!isTaken(candidate)) return candidate;
  }
}

/** `scan` of `scan.pdf`, and the name of a folder without its slash: the part that users usually want to change. */
export function stemOf(name: string): string {
  return partsOf(name).stem;
}

/** Source: Naming and Referencing Containers, Blobs, and Metadata. */
const maxNameLength = 1024;

/** Why the text cannot be the name of a blob or folder in the folder `prefix`; null when it can. */
export function nameProblem(text: string, prefix: string): string | null {
  if (text === '') return t`Enter a name.`;
  const over = prefix.length + text.length - maxNameLength;
  if (over > 0)
    return t`With its folders, a name can have at most ${formatCount(maxNameLength)} characters. Remove ${formatCount(over)}.`;
  if (/\p{Surrogate}/u.test(text)) return t`The name contains half of a character. Enter that character again.`;
  if (/^\/|\/$|\/\//u.test(text)) return t`Slashes separate folders: none at the start or end, and no two in a row.`;
  if (text.includes('\\')) return t`The service treats a backslash as a slash.`;
  if (text.split('/').some((segment) => segment === '.' || segment === '..'))
    return t`The service does not accept names that consist only of dots.`;
  if ([...text].some((character) => (character.codePointAt(0) ?? 0) < 0x20))
    return t`Control characters are not allowed.`;
  return null;
}

function partsOf(name: string): { readonly stem: string; readonly end: string } {
  if (name.endsWith('/')) return { stem: name.slice(0, -1), end: '/' };
  const dot = name.lastIndexOf('.');
  return dot <= name.lastIndexOf('/') + 1
    ? { stem: name, end: '' }
    : { stem: name.slice(0, dot), end: name.slice(dot) };
}
