// The dialog of a connection's block sizes and parallel blocks by file size.
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type BlockSizeRow, maxBlockSizeRows, maxParallelBlocks, orderedRows } from '@shared/model/block-sizes';
import type { AppliedSettings } from '@shared/lab/lab-messages';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { KiB, MiB, formatRoundBytes } from '@shared/units';
import { call, useCall } from '@renderer/bridge';
import {
  Button,
  Dialog,
  ErrorNotice,
  IconButton,
  LoadingRows,
  NumberField,
  Select,
  ToolbarSpace,
  showToast,
  useAction,
} from '@renderer/ui';
import styles from './connection-dialog.module.css';

export interface BlockSizesDialogProps {
  readonly connection: ConnectionSummary;
  readonly onClose: () => void;
}

export function BlockSizesDialog({ connection, onClose }: BlockSizesDialogProps) {
  const { data, error } = useCall('lab.applied', {});
  const applied = data?.find(({ connectionId }) => connectionId === connection.id) ?? null;
  if (data !== undefined) return <SizesEditor connection={connection} applied={applied} onClose={onClose} />;
  return (
    <Dialog title={t`Block sizes of ${connection.name}`} isOpen onClose={onClose}>
      {error ? (
        <ErrorNotice error={error} />
      ) : (
        <LoadingRows label={t`Loading block sizes`} rows={3} columns={[30, 30]} />
      )}
    </Dialog>
  );
}

interface SizesEditorProps extends BlockSizesDialogProps {
  readonly applied: AppliedSettings | null;
}

const blockSizes = [
  ...[64, 128, 256, 512].map((kibibytes) => kibibytes * KiB),
  ...[1, 2, 4, 8, 16, 32, 64, 100].map((mebibytes) => mebibytes * MiB),
];
const firstRow: BlockSizeRow = { fromBytes: 0, blockBytes: 4 * MiB, parallel: 8 };

function SizesEditor({ connection, applied, onClose }: SizesEditorProps) {
  const [rows, setRows] = useState<readonly BlockSizeRow[]>(applied?.sizes ?? []);
  const { isRunning, error, run } = useAction(onClose);
  const isTwice = new Set(rows.map(({ fromBytes }) => fromBytes)).size < rows.length;
  const save = (): Promise<void> =>
    run(async () => {
      const ordered = [...orderedRows(rows)];
      await call('lab.set-block-sizes', { connectionId: connection.id, rows: ordered });
      showToast({
        tone: 'good',
        title: ordered.length === 0 ? t`Block sizes of ${connection.name} are automatic` : t`Block sizes saved`,
      });
    });
  const change = (index: number, row: Partial<BlockSizeRow>): void =>
    setRows(rows.map((each, place) => (place === index ? { ...each, ...row } : each)));
  const add = (): void => {
    const last = rows.at(-1);
    setRows([...rows, last === undefined ? firstRow : { ...last, fromBytes: Math.max(MiB, last.fromBytes * 4) }]);
  };
  return (
    <Dialog
      title={t`Block sizes of ${connection.name}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button isDisabled={rows.length === 0} onPress={() => setRows([])}>{t`Back to automatic`}</Button>
          <ToolbarSpace />
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" isPending={isRunning} isDisabled={isTwice} onPress={() => void save()}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <p>{sourceText(applied)}</p>
      {rows.map((row, index) => (
        <div key={index} role="group" aria-label={t`Row ${index + 1}`} className={styles.sizeRow}>
          <NumberField
            label={t`Files from`}
            labelPosition={index === 0 ? 'above' : 'hidden'}
            unit="MiB"
            min={0}
            stepButtons="none"
            value={row.fromBytes / MiB}
            errorMessage={isRepeated(rows, index) ? t`Another row has this size.` : undefined}
            onChange={(size) => change(index, { fromBytes: Number.isNaN(size) ? 0 : Math.round(size * MiB) })}
          />
          <Select
            label={t`Block size`}
            labelPosition={index === 0 ? 'above' : 'hidden'}
            options={optionsWith(row.blockBytes)}
            value={String(row.blockBytes)}
            onChange={(size) => change(index, { blockBytes: size === 'auto' ? 'auto' : Number(size) })}
          />
          <Select
            label={t`Parallel blocks`}
            labelPosition={index === 0 ? 'above' : 'hidden'}
            options={parallelOptions(row.parallel)}
            value={String(row.parallel)}
            onChange={(count) => change(index, { parallel: count === 'auto' ? 'auto' : Number(count) })}
          />
          <IconButton
            label={t`Remove row ${index + 1}`}
            icon={<Trash2 size={14} />}
            onPress={() => setRows(rows.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      {rows.length < maxBlockSizeRows && (
        <div>
          <Button size="small" icon={<Plus size={14} />} onPress={add}>
            {rows.length === 0 ? t`Set by file size` : t`Add a row`}
          </Button>
        </div>
      )}
      <p className={styles.quiet}>
        {t`Uploads and downloads of this connection use them instead of the block size and the requests in flight in Settings, which apply to whatever is automatic here. Options of the command line take precedence.`}
      </p>
      {error && <ErrorNotice error={error} />}
    </Dialog>
  );
}

function sourceText(applied: AppliedSettings | null): string {
  if (applied?.sizes === undefined)
    return t`Block sizes are chosen automatically, from the size of each file and your bandwidth.`;
  if (applied.isEdited !== true) return t`Recommended by the run ${applied.runName} of the lab.`;
  return applied.runName === ''
    ? t`Set by you.`
    : t`Recommended by the run ${applied.runName} of the lab, and changed by you.`;
}

/** Of two rows with one size, the later one. */
function isRepeated(rows: readonly BlockSizeRow[], index: number): boolean {
  return rows.findIndex(({ fromBytes }) => fromBytes === rows[index]?.fromBytes) < index;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

function optionsWith(current: BlockSizeRow['blockBytes']): readonly Choice[] {
  const sizes =
    current === 'auto' || blockSizes.includes(current)
      ? blockSizes
      : [...blockSizes, current].sort((one, other) => one - other);
  return [automatic(), ...sizes.map((bytes) => ({ value: String(bytes), label: formatRoundBytes(bytes) }))];
}

function parallelOptions(current: BlockSizeRow['parallel']): readonly Choice[] {
  const counts = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, maxParallelBlocks];
  const all =
    current === 'auto' || counts.includes(current) ? counts : [...counts, current].sort((one, other) => one - other);
  return [automatic(), ...all.map((count) => ({ value: String(count), label: String(count) }))];
}

const automatic = (): Choice => ({ value: 'auto', label: t`Automatic` });
