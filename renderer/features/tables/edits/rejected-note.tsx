// A note in the inspector while another form is shown: a text elsewhere was refused and is not staged.
import { plural, t } from '@shared/strings/t';
import { Button } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { type RejectedText, dropRejected, useRejectedTexts } from './rejected-texts';
import styles from './rejected-note.module.css';
import type { TableLocation } from '../staging/staged-tables';
import { keyText } from '../result/value-format';

export interface RejectedNoteProps {
  readonly place: TableLocation;
  /** The form on screen, which shows its own texts; undefined while none is. */
  readonly shown: string | undefined;
  readonly onGoTo: (text: RejectedText) => void;
}

const longestShown = 40;

export function RejectedNote({ place: target, shown, onGoTo }: RejectedNoteProps) {
  const elsewhere = useRejectedTexts(target).filter(({ form }) => form !== shown);
  const latest = elsewhere.at(-1);
  return (
    <div role="status" className={styles.place}>
      {latest === undefined ? null : (
        <div className={styles.note}>
          <p>
            {noteText(latest)}
            {elsewhere.length === 1
              ? null
              : ` ${plural(elsewhere.length - 1)`One more is kept. | ${formatCount(elsewhere.length - 1)} more are kept.`}`}
          </p>
          <div className={styles.verbs}>
            <Button size="small" onPress={() => onGoTo(latest)}>{t`Back to it`}</Button>
            <Button size="small" variant="quiet" onPress={() => dropRejected(target, latest)}>{t`Discard it`}</Button>
          </div>
        </div>
      )}
    </div>
  );
}

function noteText({ field, keys, text, draft }: RejectedText): string {
  const short = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  if (draft !== undefined) return draftText(draft.name, short, keys?.rowKey);
  return keys === undefined
    ? t`Not staged: “${short}” for ${field} of the new entity.`
    : t`Not staged: “${short}” for ${field} of ${keys.rowKey === '' ? t`Empty RowKey` : keyText(keys.rowKey)}.`;
}

/** @param rowKey undefined for an entity that is yet to be inserted */
function draftText(name: string, text: string, rowKey: string | undefined): string {
  const owner = rowKey === undefined ? t`the new entity` : rowKey === '' ? t`Empty RowKey` : keyText(rowKey);
  return name === ''
    ? t`Not added: “${text}” as a new property of ${owner}.`
    : t`Not added: the new property ${name} of ${owner}.`;
}
