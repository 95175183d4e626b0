// Beside a prefix: whether it means characters or whole parts of a composite key, and where it then ends.
import { classNames } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import { keyPrefixRange } from '@shared/query/prefix-range';
import styles from './keys.module.css';

export interface DelimiterToggleProps {
  readonly name: 'PartitionKey' | 'RowKey';
  readonly prefix: string;
  /** Empty or undefined while the prefix means characters. */
  readonly chosen: string | undefined;
  readonly seen: string | null;
  readonly onChange: (delimiter: string) => void;
}

/** Nothing where the seen keys have no parts and none were asked for. */
export function DelimiterToggle({ name, prefix, chosen, seen, onChange }: DelimiterToggleProps) {
  const isOn = chosen !== undefined && chosen !== '';
  const delimiter = isOn ? chosen : seen;
  if (delimiter === null) return null;
  const end = isOn ? endOf(name, prefix, delimiter) : undefined;
  return (
    <>
      <button
        type="button"
        className={classNames(styles.parts, isOn && styles.partsOn)}
        aria-pressed={isOn}
        aria-label={`${name}: whole parts, ending at ${delimiter}`}
        title={
          isOn
            ? `The prefix ends with a whole part, at ${delimiter}. Press to match any characters.`
            : `These keys have parts between ${delimiter}. Press to match whole parts only.`
        }
        onClick={() => onChange(isOn ? '' : delimiter)}
      >
        whole parts <code className={styles.delimiter}>{delimiter}</code>
      </button>
      {end === undefined ? null : (
        <span className={styles.bound} title="The first key after the range">
          ends before <code>{end}</code>
        </span>
      )}
    </>
  );
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
