// Remembers what the last checks of files settled, so that an import that follows does not read its whole file again.
// Holds only for the very file that was checked, unchanged, read in the same way.
import type { ImportReading, ImportSettings } from '@shared/model/table-import';
import type { CheckedInput } from './check/check-input';
import type { InputBytes } from './rows/input-text';

const remembered = 8;

interface Asked {
  readonly reading: ImportReading;
  readonly settings: ImportSettings;
}

export class CheckedInputs {
  readonly #known = new Map<string, CheckedInput>();

  /** @param input as it was opened before the check, so that a change in its midst is noticed later */
  add(input: InputBytes, asked: Asked, checked: CheckedInput): void {
    const key = keyOf(input, asked);
    if (key === null) return;
    this.#known.delete(key);
    this.#known.set(key, checked);
    const [oldest] = this.#known.keys();
    if (this.#known.size > remembered && oldest !== undefined) this.#known.delete(oldest);
  }

  /** Null where this input was not checked, or is not as it was then. */
  find(input: InputBytes, asked: Asked): CheckedInput | null {
    const key = keyOf(input, asked);
    return key === null ? null : (this.#known.get(key) ?? null);
  }
}

/** How rows are written makes no difference to what they are. */
function keyOf({ identity }: InputBytes, { reading, settings }: Asked): string | null {
  const { columns, partitionKey, rowKey, emptyCells } = settings;
  const { format, encoding, delimiter, header } = reading;
  const asked = [format, encoding, delimiter, header, columns, partitionKey, rowKey, emptyCells];
  return identity === null ? null : JSON.stringify([identity, ...asked]);
}
