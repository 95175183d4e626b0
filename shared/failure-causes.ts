// Failed files of a job, put together by cause, to be worded as every other failure is. Pure.
import { isErrorCode } from './error-words';
import { StowageError } from './errors';
import type { FailedItem } from './model/transfer';

export interface FailureCause {
  readonly code: string;
  /** One failure of this cause, for its words. */
  readonly error: StowageError;
  readonly items: readonly FailedItem[];
}

/** Causes with their files, the most frequent first. */
export function causesOf(failed: readonly FailedItem[]): readonly FailureCause[] {
  const byCode = new Map<string, FailedItem[]>();
  for (const item of failed) {
    const group = byCode.get(item.code);
    if (group) group.push(item);
    else byCode.set(item.code, [item]);
  }
  return [...byCode.entries()]
    .map(([code, items]) => ({ code, items, error: failureOf(items[0] as FailedItem) }))
    .sort((a, b) => b.items.length - a.items.length);
}

/** As an error that can be worded. */
export function failureOf(item: FailedItem): StowageError {
  const code = isErrorCode(item.code) ? item.code : 'bug.unexpected';
  return new StowageError(code, item.message, { context: item.context });
}
