// Failed files of a job, put together by cause, to be worded as every other failure is. Pure.
import { isErrorCode } from './error-words';
import { type ErrorContext, StowageError } from './errors';
import type { FailedItem } from './model/transfer';

export interface FailureCause {
  /** Tells it apart from the other causes. */
  readonly key: string;
  readonly code: string;
  /** What its failures have in common, for its words: of one alone all, of several what names none of them. */
  readonly error: StowageError;
  readonly items: readonly FailedItem[];
}

/** Causes with their files, the most frequent first. */
export function causesOf(failed: readonly FailedItem[]): readonly FailureCause[] {
  const byKey = new Map<string, FailedItem[]>();
  for (const item of failed) {
    const key = causeKeyOf(item);
    const group = byKey.get(key);
    if (group) group.push(item);
    else byKey.set(key, [item]);
  }
  return [...byKey.entries()]
    .map(([key, items]) => ({ key, code: items[0]?.code ?? '', items, error: failureOf(commonOf(items)) }))
    .sort((a, b) => b.items.length - a.items.length);
}

/**
 * The code; of what is in the way also what it is: one can be replaced and another one cannot. Of a refusal also whether
 * others were accepted: then the credential is not what is wrong.
 */
export function causeKeyOf({ code, context }: Pick<FailedItem, 'code' | 'context'>): string {
  if (context.others === 'accepted') return [code, context.others].join(' ');
  return code === 'conflict.target-exists' ? [code, context.what, context.folder].join(' ') : code;
}

function commonOf(items: readonly FailedItem[]): FailedItem {
  const [first, ...others] = items as [FailedItem, ...FailedItem[]];
  const isCommon = (name: string): boolean => others.every(({ context }) => context[name] === first.context[name]);
  // Without the blob the words would be about its container, which is fine but for these.
  const isOfContainer = isCommon('blob') || ofContainers.has(first.code);
  const told = Object.entries(first.context).filter(
    ([name]) => isCommon(name) && (name !== 'container' || isOfContainer),
  );
  const problem = isCommon('problem') ? {} : problemsOf(items);
  return { ...first, context: { ...Object.fromEntries(told), ...problem } };
}

/** What is wrong with inputs of one code, each problem once; of very many the first ones. */
function problemsOf(items: readonly FailedItem[]): ErrorContext {
  const problems = new Set(
    items.flatMap(({ context }) => (typeof context.problem === 'string' ? context.problem : [])),
  );
  return problems.size === 0 ? {} : { problem: [...problems].slice(0, mostProblems).join('; ') };
}

const mostProblems = 3;

const ofContainers = new Set(['not-found.container', 'conflict.being-deleted']);

/** As an error that can be worded. */
export function failureOf(item: Pick<FailedItem, 'code' | 'message' | 'context'>): StowageError {
  const code = isErrorCode(item.code) ? item.code : 'bug.unexpected';
  return new StowageError(code, item.message, { context: item.context });
}
