// Picks a table on a connection: the connection, then one of its tables or, for a new one, a name.
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { useCall } from '@renderer/bridge';
import { ComboBox, Select, TextField, reasonOf } from '@renderer/ui';
import { type TargetState, targetDisabledReason } from './copy-disabled-reasons';
import styles from './copy.module.css';

export interface PickedTable {
  readonly connectionId: string;
  readonly table: string;
}

export interface TablePickerProps {
  readonly connections: readonly ConnectionSummary[];
  readonly place: PickedTable;
  readonly onChange: (place: PickedTable) => void;
  /** `new`: the name of a table that is to be made. */
  readonly kind: TargetState;
  /** `write`: connections over which no row can be added, or no such table made, cannot be picked. */
  readonly use: 'read' | 'write';
  readonly problem?: string | undefined;
}

export function TablePicker({ connections, place, onChange, kind, use, problem }: TablePickerProps) {
  const withTables = connections.filter(({ endpoints }) => endpoints.table !== undefined);
  const tables = useCall('tables.list', place.connectionId === '' ? null : { connectionId: place.connectionId });
  const listProblem = tables.error === null ? undefined : t`Its tables could not be listed: ${reasonOf(tables.error)}`;
  return (
    <div className={styles.place}>
      <Select
        label={t`Connection`}
        value={place.connectionId}
        onChange={(connectionId) => onChange({ ...place, connectionId })}
        options={withTables.map((connection) => ({
          value: connection.id,
          label: connection.name,
          ...(use === 'write' ? offOf(connection, kind) : {}),
        }))}
      />
      {kind === 'new' ? (
        <TextField
          label={t`Name of the new table`}
          value={place.table}
          face="mono"
          autoFocus
          onChange={(table) => onChange({ ...place, table })}
          errorMessage={problem}
          description={t`3 to 63 letters and digits, starting with a letter.`}
        />
      ) : (
        <ComboBox
          label={t`Table`}
          value={place.table}
          face="mono"
          onChange={(table) => onChange({ ...place, table })}
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
