// The failures of a job: the text of one cause, and all of them as text to copy. Pure.
import { errorMessage, isErrorCode, recordedSentence } from '@shared/error-text';
import type { ErrorContext } from '@shared/errors';
import type { FailedItem } from '@shared/model/transfer';
import { inEnglish } from '@shared/strings/t';

/** What a cause is called, without what it happened to: `Access denied`. */
export function causeText(code: string, context: ErrorContext = {}): string {
  return errorMessage({ code: isErrorCode(code) ? code : 'bug.unexpected', context }).title;
}

/** Why a file failed so and what to do, of none in particular. */
export function causeExplained(code: string, context: ErrorContext = {}): string {
  const { explanation, action } = errorMessage({ code: isErrorCode(code) ? code : 'bug.unexpected', context });
  return [explanation, action].filter(Boolean).join(' ');
}

/** Lines of source, target, code and message, separated by tabs, to paste into a sheet. */
export function failuresAsText(failed: readonly FailedItem[]): string {
  const clean = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');
  return [['source', 'target', 'code', 'message'], ...failed.map(lineOf)]
    .map((line) => line.map(clean).join('\t'))
    .join('\n');
}

function lineOf(item: FailedItem): string[] {
  return [item.source, item.target, item.code, inEnglish(() => recordedSentence(item))];
}
