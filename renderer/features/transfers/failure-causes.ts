// Failed files of a job, put together by cause, worded as everywhere else. Pure.
import { errorWords, isErrorCode } from '@shared/error-words';
import { StowageError } from '@shared/errors';
import type { FailedItem } from '@shared/model/transfer';

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
    .map(([code, items]) => ({ code, items, error: errorOf(items[0] as FailedItem) }))
    .sort((a, b) => b.items.length - a.items.length);
}

/** What a cause is called, without what it happened to: `Access denied`. */
export function causeWords(code: string): string {
  return errorWords({ code: isErrorCode(code) ? code : 'bug.unexpected', context: {} }).title;
}

/** Lines of source, target, code and message, separated by tabs, to paste into a sheet. */
export function failuresAsText(failed: readonly FailedItem[]): string {
  const clean = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');
  return [['source', 'target', 'code', 'message'], ...failed.map(lineOf)]
    .map((line) => line.map(clean).join('\t'))
    .join('\n');
}

function lineOf(item: FailedItem): string[] {
  return [item.source, item.target, item.code, item.message];
}

function errorOf(item: FailedItem): StowageError {
  const code = isErrorCode(item.code) ? item.code : 'bug.unexpected';
  return new StowageError(code, item.message, { context: item.context });
}
