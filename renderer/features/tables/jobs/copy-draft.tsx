// A copy during its set-up: its target, what is missing before it can start, and the permissions that the target's
// connection lacks.
import { StowageError } from '@shared/errors';
import type { CopyRequest, CopyRule } from '@shared/model/table-copy';
import type { TableQuery } from '@shared/model/table-query';
import { checkNewTableName, checkTableName } from '@shared/query/key-rules';
import { t } from '@shared/strings/t';
import type { ConnectionSummary } from '@shared/model/connection';
import { resourceDisabledReason, tableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { type Option, ComboBox, Select, TextField, reasonOf } from '@renderer/ui';
import { type ChangingOption, changingOptions } from '../result/changing-options';
import { useCall } from '@renderer/bridge';
import styles from './copy.module.css';

export interface CopyDraft {
  readonly from: { readonly connectionId: string; readonly query: TableQuery };
  readonly to: PickedTable;
  readonly state: CopyRequest['target']['state'];
  readonly rule: CopyRule;
  /** Rows a second as typed; empty for no limit. */
  readonly rate: string;
}

interface DraftProblems {
  readonly table?: string;
  readonly rate?: string;
}

export function copyProblems({ from, to, state, rate }: CopyDraft): DraftProblems {
  const table = state === 'new' ? newTableProblem(to.table) : tableProblem(to.table);
  const isItself = to.connectionId === from.connectionId && to.table.toLowerCase() === from.query.table.toLowerCase();
  const itself = isItself ? t`This is the source table. Choose another one.` : undefined;
  const isNumber = rate.trim() === '' || /^[1-9]\d{0,6}$/.test(rate.trim());
  const problem = table ?? itself;
  return {
    ...(problem === undefined ? {} : { table: problem }),
    ...(isNumber ? {} : { rate: t`Enter a whole number of at least 1, or leave the field empty.` }),
  };
}

/** The problem with the name of a table; undefined for none. */
export function tableProblem(name: string): string | undefined {
  return problemOf(name, checkTableName);
}

/** The same for a table to be created. */
export function newTableProblem(name: string): string | undefined {
  return problemOf(name, checkNewTableName);
}

function problemOf(name: string, check: (name: string) => void): string | undefined {
  try {
    check(name);
    return undefined;
  } catch (thrown) {
    const { problem, fix } = StowageError.from(thrown).context;
    return name === '' ? t`Enter a table name.` : t`The name ${String(problem)} ${String(fix)}`;
  }
}

/** Requires a draft without problems. A new table is empty, so that the rule does not matter. */
export function requestOf({ from, to, state, rule, rate }: CopyDraft): CopyRequest {
  return {
    source: from,
    target: { ...to, state },
    rule: state === 'new' ? 'insert' : rule,
    rowsPerSecond: rate.trim() === '' ? null : Number(rate),
  };
}

type TargetState = CopyRequest['target']['state'];

const rules: readonly ChangingOption<CopyRule>[] = [
  { value: 'insert', label: t`Skip and list`, description: t`Existing rows are not changed; the job lists them.` },
  { value: 'skip', label: t`Skip`, description: t`Existing rows are not changed, only counted.` },
  {
    value: 'merge',
    label: t`Merge`,
    description: t`Sets the properties of the source; other properties stay.`,
    changes: true,
  },
  { value: 'replace', label: t`Replace`, description: t`Rows become identical to the source.`, changes: true },
];

/** The rules that the connection of the target allows; the others are disabled with a reason. */
export function ruleOptions(target: ConnectionSummary | undefined): readonly Option<CopyRule>[] {
  return changingOptions(rules, target === undefined ? null : tableDisabledReasons(target).edit);
}

/** Why a copy cannot be written to this connection; null if it can. */
export function copyDisabledReason(
  { state, rule }: { readonly state: TargetState; readonly rule: CopyRule },
  target: ConnectionSummary | undefined,
): string | null {
  if (target === undefined) return null;
  const chosen = state === 'new' ? undefined : ruleOptions(target).find(({ value }) => value === rule);
  return targetDisabledReason(target, state) ?? (chosen?.isDisabled === true ? (chosen.description ?? null) : null);
}

/** Why rows cannot be copied to a table of the connection; null if they can. */
export function targetDisabledReason(connection: ConnectionSummary, kind: TargetState): string | null {
  if (connection.locked) return t`Read-only until unlocked`;
  return (
    tableDisabledReasons(connection).insert ??
    (kind === 'new' ? resourceDisabledReason(connection, 'create', 'tables') : null)
  );
}

export interface PickedTable {
  readonly connectionId: string;
  readonly table: string;
}

interface TablePickerProps {
  readonly connections: readonly ConnectionSummary[];
  readonly target: PickedTable;
  readonly onChange: (target: PickedTable) => void;
  /** `new`: the name of a table to be created. */
  readonly kind: TargetState;
  /** `write`: connections that allow neither adding rows nor creating the table are disabled. */
  readonly use: 'read' | 'write';
  readonly problem?: string | undefined;
}

/** Picks a table: the connection, then one of its tables or the name of a new one. */
export function TablePicker({ connections, target, onChange, kind, use, problem }: TablePickerProps) {
  const withTables = connections.filter(({ endpoints }) => endpoints.table !== undefined);
  const tables = useCall('tables.list', target.connectionId === '' ? null : { connectionId: target.connectionId });
  const listProblem = tables.error === null ? undefined : t`Could not list its tables: ${reasonOf(tables.error)}`;
  return (
    <div className={styles.location}>
      <Select
        label={t`Connection`}
        value={target.connectionId}
        onChange={(connectionId) => onChange({ ...target, connectionId })}
        options={withTables.map((connection) => ({
          value: connection.id,
          label: connection.name,
          ...(use === 'write' ? offOf(connection, kind) : {}),
        }))}
      />
      {kind === 'new' ? (
        <TextField
          label={t`New table name`}
          value={target.table}
          face="mono"
          autoFocus
          onChange={(table) => onChange({ ...target, table })}
          errorMessage={problem}
          description={t`3 to 63 letters and digits, starting with a letter.`}
        />
      ) : (
        <ComboBox
          label={t`Table`}
          value={target.table}
          face="mono"
          placeholder={t`Choose a table`}
          onChange={(table) => onChange({ ...target, table })}
          options={(tables.data ?? []).map(({ name }) => ({ value: name, label: name }))}
          errorMessage={problem ?? listProblem}
        />
      )}
    </div>
  );
}

function offOf(connection: ConnectionSummary, kind: TargetState) {
  const disabledReason = targetDisabledReason(connection, kind);
  return disabledReason === null ? {} : { isDisabled: true, description: disabledReason };
}

/** Rows of one table that are to be copied to another one, or compared with it. */
export interface RowsOfTable {
  readonly connectionId: string;
  readonly table: string;
  /** The rows; omitted for the whole table. */
  readonly query?: TableQuery | undefined;
}
