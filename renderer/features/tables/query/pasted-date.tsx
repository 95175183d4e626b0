// After a date was pasted into a key's field: the keys that may have been meant, one press each.
import { momentKey } from '@shared/query/key-tools';
import { parseMoment } from '@shared/query/ticks';
import { t } from '@shared/strings/t';
import styles from './keys.module.css';

export interface PastedDateProps {
  readonly field: string;
  /** The text that was pasted. */
  readonly pasted: string;
  readonly onUse: (key: string) => void;
  readonly onKeep: () => void;
}

const tools = [
  { tool: 'reversed-date', text: t`reversed date` },
  { tool: 'ticks', text: t`ticks` },
  { tool: 'reversed-ticks', text: t`reversed ticks` },
] as const;

export function PastedDate({ field, pasted, onUse, onKeep }: PastedDateProps) {
  const ticks = parseMoment(pasted, 'utc');
  if (ticks === null) return null;
  return (
    <span className={styles.pasted} role="group" aria-label={t`The pasted date as ${field}`}>
      <button type="button" className={styles.pastedChoice} title={pasted} onClick={onKeep}>{t`as pasted`}</button>
      {tools.map(({ tool, text }) => {
        const key = momentKey(tool, ticks, 'utc');
        return (
          <button
            key={tool}
            type="button"
            className={styles.pastedChoice}
            title={t`${key}, UTC`}
            onClick={() => onUse(key)}
          >
            {text}
          </button>
        );
      })}
    </span>
  );
}

/** The pasted text where it is a date that a person writes, not digits that are a key already. */
export function dateIn(text: string): string | null {
  const trimmed = text.trim();
  return trimmed.includes('-') && parseMoment(trimmed, 'utc') !== null ? trimmed : null;
}
