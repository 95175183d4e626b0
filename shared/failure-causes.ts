// Groups the failed files of a job by cause, so that each cause is worded like any other failure. Pure.
import { isErrorCode } from './error-text';
import { codeWithText } from './error-text/service-codes';
import { type ErrorContext, StowageError } from './errors';
import type { FailedItem } from './model/transfer';

export interface FailureCause {
  /** Identifies the cause. */
  readonly key: string;
  readonly code: string;
  /** What the failures have in common: everything for a single one, nothing that names one of them for several. */
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
 * The code, with the service's code if that has a specific text; for obstacles also their kind, because only some can
 * be replaced. For a denial also whether others were accepted, because then the credential is not to blame.
 */
export function causeKeyOf({ code, context }: Pick<FailedItem, 'code' | 'context'>): string {
  if (context.others === 'accepted') return [code, context.others].join(' ');
  if (code === 'conflict.target-exists') return [code, context.what, context.folder].join(' ');
  if (typeof context.finding === 'string') return [code, context.finding].join(' ');
  const serviceCode = codeWithText(context);
  return serviceCode === null ? code : [code, serviceCode].join(' ');
}

function commonOf(items: readonly FailedItem[]): FailedItem {
  const [first, ...others] = items as [FailedItem, ...FailedItem[]];
  const isCommon = (name: string): boolean => others.every(({ context }) => context[name] === first.context[name]);
  // Without the blob, the text would be about its container, which is fine.
  const isOfContainer = isCommon('blob') || ofContainers.has(first.code);
  const details = Object.entries(first.context).filter(
    ([name]) => isCommon(name) && (name !== 'container' || isOfContainer),
  );
  const problem = isCommon('problem') ? {} : problemsOf(items);
  return { ...first, context: { ...Object.fromEntries(details), ...problem } };
}

/** The problems of inputs with one code, each once; only the first of very many. */
function problemsOf(items: readonly FailedItem[]): ErrorContext {
  const problems = new Set(
    items.flatMap(({ context }) => (typeof context.problem === 'string' ? context.problem : [])),
  );
  return problems.size === 0 ? {} : { problem: [...problems].slice(0, maxProblems).join('; ') };
}

const maxProblems = 3;

const ofContainers = new Set(['not-found.container', 'conflict.being-deleted']);

/** As an error that can be worded. */
export function failureOf(item: Pick<FailedItem, 'code' | 'message' | 'context'>): StowageError {
  const code = isErrorCode(item.code) ? item.code : 'bug.unexpected';
  return new StowageError(code, item.message, { context: item.context });
}
