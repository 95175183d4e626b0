// Remembers the results of the last checks, so that a following import need not read the whole file again. Valid only
// for the same file, unchanged and read in the same way.
import type { ImportReading, ImportSettings } from '@shared/model/table-import';
import type { CheckedInput } from './check/check-input';
import type { InputBytes } from './rows/input-text';

const remembered = 8;

interface CheckSettings {
  readonly reading: ImportReading;
  readonly settings: ImportSettings;
}

export class CheckedInputs {
  readonly #known = new Map<string, CheckedInput>();

  /** @param input as it was opened before the check, so that a change during the check is noticed later */
  add(input: InputBytes, request: CheckSettings, checked: CheckedInput): void {
    const key = keyOf(input, request);
    if (key === null) return;
    this.#known.delete(key);
    this.#known.set(key, checked);
    const [oldest] = this.#known.keys();
    if (this.#known.size > remembered && oldest !== undefined) this.#known.delete(oldest);
  }

  /** Null when this input was not checked, or has changed since. */
  find(input: InputBytes, request: CheckSettings): CheckedInput | null {
    const key = keyOf(input, request);
    return key === null ? null : (this.#known.get(key) ?? null);
  }
}

/** How rows will be written does not affect the check. */
function keyOf({ identity }: InputBytes, { reading, settings }: CheckSettings): string | null {
  const { columns, partitionKey, rowKey, emptyCells, zone, decimals, nullText } = settings;
  const { format, encoding, delimiter, header } = reading;
  const request = [
    format,
    encoding,
    delimiter,
    header,
    columns,
    partitionKey,
    rowKey,
    emptyCells,
    zone,
    decimals,
    nullText,
  ];
  return identity === null ? null : JSON.stringify([identity, ...request]);
}
