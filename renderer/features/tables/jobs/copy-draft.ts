// A copy as it is being set up, and what is missing before it can start. Pure.
import { StowageError } from '@shared/errors';
import type { CopyRequest, CopyRule } from '@shared/model/table-copy';
import type { TableQuery } from '@shared/model/table-query';
import { checkNewTableName, checkTableName } from '@shared/query/key-rules';
import { t } from '@shared/strings/t';
import type { PickedTable } from './table-picker';

export interface CopyDraft {
  readonly from: { readonly connectionId: string; readonly query: TableQuery };
  readonly to: PickedTable;
  readonly state: CopyRequest['target']['state'];
  readonly rule: CopyRule;
  /** Rows a second as typed; empty for no limit. */
  readonly rate: string;
}

export interface DraftProblems {
  readonly table?: string;
  readonly rate?: string;
}

export function copyProblems({ from, to, state, rate }: CopyDraft): DraftProblems {
  const table = state === 'new' ? newTableProblem(to.table) : tableProblem(to.table);
  const isItself = to.connectionId === from.connectionId && to.table.toLowerCase() === from.query.table.toLowerCase();
  const itself = isItself ? t`This is the table that is copied. Name another one.` : undefined;
  const isNumber = rate.trim() === '' || /^[1-9]\d{0,6}$/.test(rate.trim());
  const problem = table ?? itself;
  return {
    ...(problem === undefined ? {} : { table: problem }),
    ...(isNumber ? {} : { rate: t`Give a whole number from 1, or leave it empty.` }),
  };
}

/** Says what is wrong with the name of a table; undefined for nothing. */
export function tableProblem(name: string): string | undefined {
  return problemOf(name, checkTableName);
}

/** The same for a table that is to be made. */
export function newTableProblem(name: string): string | undefined {
  return problemOf(name, checkNewTableName);
}

function problemOf(name: string, check: (name: string) => void): string | undefined {
  try {
    check(name);
    return undefined;
  } catch (thrown) {
    const { problem, fix } = StowageError.from(thrown).context;
    return name === '' ? t`Name a table.` : t`The name ${String(problem)} ${String(fix)}`;
  }
}

/** Of a draft without problems. A new table holds nothing, so no row can be there before. */
export function requestOf({ from, to, state, rule, rate }: CopyDraft): CopyRequest {
  return {
    source: from,
    target: { ...to, state },
    rule: state === 'new' ? 'insert' : rule,
    rowsPerSecond: rate.trim() === '' ? null : Number(rate),
  };
}
