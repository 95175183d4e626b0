// Whether a syntax error in a filter is merely where somebody is still typing: half a word, open quotes, an end that is
// yet to come. Such a place is not marked as wrong until the caret has left it.
import { filterPieces } from '@shared/query/odata-pieces';

/**
 * @param mistakeAt 0-based place where reading failed
 * @param caret 0-based place of the caret; null where the text does not have the keyboard
 */
export function isBeingTyped(text: string, mistakeAt: number, caret: number | null): boolean {
  if (caret === null) return false;
  const touched = filterPieces(text).find(({ from, to }) => from < caret && caret <= to);
  // Its closing quote ends a time, a GUID or bytes: nothing that could follow would mend them.
  if (touched?.kind === 'tagged' && touched.to === caret && mistakeAt < caret) return false;
  if (touched !== undefined) return touched.from <= mistakeAt && mistakeAt <= touched.to;
  return caret >= mistakeAt && text.slice(mistakeAt).trim() === '';
}
