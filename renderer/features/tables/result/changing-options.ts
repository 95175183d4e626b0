// The choices for existing rows that remain if a connection may not change rows. Pure.
import type { Option } from '@renderer/ui';

export interface ChangingOption<V extends string> extends Option<V> {
  /** Rows that are there are changed, which takes more than the right to add some. */
  readonly changes?: true;
}

/** @param refusal why no row can be changed, shown at each disabled choice; null if rows can be changed. */
export function changingOptions<V extends string>(
  options: readonly ChangingOption<V>[],
  disabledReason: string | null,
): readonly Option<V>[] {
  return options.map(({ changes, ...option }) =>
    changes === undefined || disabledReason === null
      ? option
      : { ...option, description: disabledReason, isDisabled: true },
  );
}
