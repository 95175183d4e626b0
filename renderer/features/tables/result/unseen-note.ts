// What nobody sees of a text and would miss: characters without a picture, blanks at its ends. Pure.
import { t } from '@shared/strings/t';
import { unseenMarks } from '@shared/visible-text';

const marksNamed = 3;

/** Half sentences about a value; none for most. */
export function unseenNotes(text: string): readonly string[] {
  const marks = unseenMarks(text);
  const more = marks.length - marksNamed;
  const named = marks.slice(0, marksNamed).join(', ');
  return [
    ...(text !== '' && text !== text.trim() ? [t`starts or ends with white space`] : []),
    ...(marks.length === 0 ? [] : [t`holds what nobody sees: ${more > 0 ? t`${named} and ${more} more` : named}`]),
  ];
}
