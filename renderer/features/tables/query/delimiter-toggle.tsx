// Beside a key: whether it is typed in parts, and whether a prefix ends after a whole part.
import { t } from '@shared/strings/t';
import { classNames } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import { keyPrefixRange } from '@shared/query/prefix-range';
import type { KeyOperator } from './key-draft';
import styles from './keys.module.css';

export interface DelimiterToggleProps {
  readonly name: 'PartitionKey' | 'RowKey';
  readonly operator: Exclude<KeyOperator, 'any'>;
  readonly text: string;
  /** Empty or undefined while the key is typed in one piece. */
  readonly chosen: string | undefined;
  readonly seen: string | null;
  readonly onChange: (delimiter: string) => void;
}

/** Nothing where the seen keys have no parts and none were asked for. */
export function DelimiterToggle({ name, operator, text, chosen, seen, onChange }: DelimiterToggleProps) {
  const isOn = chosen !== undefined && chosen !== '';
  const delimiter = isOn ? chosen : seen;
  if (delimiter === null) return null;
  const isPrefix = operator === 'starts-with';
  const end = isOn && isPrefix ? endOf(name, text, delimiter) : undefined;
  return (
    <>
      <button
        type="button"
        className={classNames(styles.parts, isOn && styles.partsOn)}
        aria-pressed={isOn}
        aria-label={
          isPrefix ? t`${name}: whole parts, ending at ${delimiter}` : t`${name}: in parts between ${delimiter}`
        }
        title={titleOf(operator, isOn ? 'on' : 'off', delimiter)}
        onClick={() => onChange(isOn ? '' : delimiter)}
      >
        {t`parts`} <code className={styles.delimiter}>{delimiter}</code>
      </button>
      {end === undefined ? null : (
        <span className={styles.bound} title={t`The first key after the range`}>
          {t`ends before`} <code>{end}</code>
        </span>
      )}
    </>
  );
}

function titleOf(operator: DelimiterToggleProps['operator'], state: 'on' | 'off', delimiter: string): string {
  const isPrefix = operator === 'starts-with';
  if (state === 'off') {
    return t`These keys have parts between ${delimiter}. Press to type them${
      isPrefix ? t`, and to match whole ones only` : ''
    }.`;
  }
  return isPrefix
    ? t`The prefix ends with a whole part, at ${delimiter}. Press to match any characters.`
    : t`Press to type the key in one piece.`;
}

/** Undefined for what is no key yet; the bar says what is wrong with it. */
function endOf(name: string, prefix: string, delimiter: string): string | undefined {
  if (prefix === '') return undefined;
  try {
    return keyPrefixRange(name, prefix, delimiter).to ?? undefined;
  } catch (thrown) {
    if (thrown instanceof StowageError) return undefined;
    throw thrown;
  }
}
