// The bulk commands of the Table menu and their dialog: form, review, start.
import { plural, t } from '@shared/strings/t';
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { Button, Dialog, showFailure } from '@renderer/ui';
import type { EntityKeys } from '@shared/model/edit';
import type { EdmType } from '@shared/model/entity';
import type { TableQuery } from '@shared/model/table-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type BulkDraft, type BulkSubject, actionText, draftProblems, newBulkDraft, requestOf } from './bulk-draft';
import { call } from '@renderer/bridge';
import type { BulkRequest } from '@shared/model/table-bulk';
import { clearsTable, checkedFilter } from '@shared/query/key-filter';
import { BulkForm } from './bulk-form';
import { BulkReview, useBulkPreview } from './bulk-review';
import { FollowedJob, StartDialog } from './start-dialog';
import { counted } from '@shared/strings/counted';
import { TriangleAlert } from 'lucide-react';
import { type TableLocation, stagedTables } from '../staging/staged-tables';
import styles from './bulk.module.css';

interface BulkEditProps {
  /** `clear-table`: deletion of every row, whatever the query. */
  readonly action: 'bulk-edit' | 'clear-table';
  readonly connectionId: string;
  readonly connectionName: string;
  readonly table: string;
  /** The query on screen, or in the query bar; undefined if there is none. */
  readonly query: TableQuery | undefined;
  /** Reads the keys of the selected rows from memory or disk. */
  readonly readSelectedKeys: () => Promise<readonly EntityKeys[]>;
  readonly columns: readonly { readonly name: string; readonly types: readonly EdmType[] }[];
  readonly access: 'writable' | 'read-only';
  readonly disabledReasons: Pick<TableDisabledReasons, 'edit' | 'remove'>;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

const any = { kind: 'any' } as const;

export function BulkEdit({ action, query, readSelectedKeys, columns, ...rest }: BulkEditProps) {
  const { table, onClose } = rest;
  const [selected, setSelected] = useState<readonly EntityKeys[] | null>(action === 'clear-table' ? [] : null);
  const failWith = useEffectEvent((thrown: unknown) => {
    showFailure(thrown, t`Could not read the selection`);
    onClose();
  });
  const read = useEffectEvent(readSelectedKeys);
  useEffect(() => {
    if (action === 'bulk-edit') read().then(setSelected, failWith);
  }, [action]);
  if (selected === null) return null;
  const whole: TableQuery = { table, partitionKey: any, rowKey: any, select: [], pageSize: 1000 };
  const draft = newBulkDraft(selected.length);
  return (
    <BulkDialog
      {...rest}
      title={action === 'clear-table' ? t`Clear ${table}` : t`Bulk edit ${table}`}
      initial={action === 'clear-table' ? { ...draft, action: 'delete' } : draft}
      subject={{ table, query: action === 'clear-table' ? whole : (query ?? whole), selected }}
      columns={columns.map(({ name, types }) => ({ name, type: types[0] ?? 'Edm.String' }))}
    />
  );
}

interface BulkDialogProps {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly title: string;
  readonly subject: BulkSubject;
  /** The initial values of the form. */
  readonly initial: BulkDraft;
  readonly columns: readonly { readonly name: string; readonly type: EdmType }[];
  readonly access: 'writable' | 'read-only';
  readonly disabledReasons: Pick<TableDisabledReasons, 'edit' | 'remove'>;
  readonly onClose: () => void;
  /** Rows of the table have changed. */
  readonly onChanged: () => void;
}

/** Three steps in one dialog: define the change, review its preview, start it and follow its job. */
function BulkDialog(props: BulkDialogProps) {
  const { title, subject, initial, columns, onClose } = props;
  const [draft, setDraft] = useState(initial);
  const [showsProblems, setShowsProblems] = useState(false);
  const [request, setRequest] = useState<BulkRequest | null>(null);
  const [jobId, setJobId] = useState<string | null>(null);
  if (jobId !== null) return <FollowedJob {...props} jobId={jobId} />;
  if (request !== null) {
    return <Review {...props} request={request} onBack={() => setRequest(null)} onStarted={setJobId} />;
  }
  const openPreview = (): void => {
    setShowsProblems(true);
    setRequest(requestOf(draft, subject));
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" onPress={openPreview}>{t`Preview`}</Button>
        </>
      }
    >
      <StagedHint connectionId={props.connectionId} table={subject.table} />
      <BulkForm
        draft={draft}
        onChange={setDraft}
        table={subject.table}
        filter={checkedFilter(subject.query).text}
        limit={subject.query.limit}
        selectedRows={subject.selected.length}
        columns={columns}
        problems={showsProblems ? draftProblems(draft) : []}
      />
    </Dialog>
  );
}

interface ReviewProps extends BulkDialogProps {
  readonly request: BulkRequest;
  readonly onBack: () => void;
  readonly onStarted: (jobId: string) => void;
}

function Review(props: ReviewProps) {
  const { connectionId, connectionName, title, subject, request, access, disabledReasons, onBack, onStarted, onClose } =
    props;
  const { previewId, preview, error } = useBulkPreview(connectionId, request);
  const [rowsPerSecond, setRowsPerSecond] = useState<number | null>(null);
  const affected = preview?.affected ?? 0;
  const isFinal = request.undo === 'none';
  const isTooMuch = preview !== null && !isFinal && preview.fileBytes > preview.fileBytesAllowed;
  const isRead = preview !== null && preview.ended !== 'no' && error === null;
  return (
    <StartDialog
      title={title}
      connectionId={connectionId}
      connectionName={connectionName}
      access={access}
      onClose={onClose}
      disabledReason={request.action.kind === 'delete' ? disabledReasons.remove : disabledReasons.edit}
      isReady={isRead && affected > 0 && !isTooMuch}
      // Typing a count or the name of the table prevents accidents.
      typedName={isFinal ? String(affected) : clearsTable(request) ? subject.table : null}
      label={preview === null || preview.ended === 'no' ? t`Reading…` : actionText(request.action.kind, affected)}
      tone={request.action.kind === 'delete' ? 'danger' : 'primary'}
      back={{ label: t`Back`, onPress: onBack }}
      onStart={async () => onStarted((await call('bulk.start', { previewId, rowsPerSecond })).jobId)}
    >
      <BulkReview
        connectionId={connectionId}
        preview={preview}
        error={error}
        request={request}
        rowsPerSecond={rowsPerSecond}
        onRateChange={setRowsPerSecond}
      />
    </StartDialog>
  );
}

/** Warns of staged changes of the table that the bulk edit would bring into conflict. */
export function StagedHint({ connectionId, table }: TableLocation) {
  const staged = stagedTables().find((each) => each.connectionId === connectionId && each.table === table);
  if (staged === undefined) return null;
  const count = staged.editIds.length;
  return (
    <p className={styles.hint} role="note">
      <TriangleAlert size={14} aria-hidden />
      <span>
        {plural(
          count,
        )`${counted(count, 'change')} to ${table} is staged but not applied. | ${counted(count, 'change')} to ${table} are staged but not applied.`}{' '}
        {t`Bulk edit works on the stored rows and ignores staged changes; a row changed by both becomes a conflict. Apply or discard the staged changes first.`}
      </span>
    </p>
  );
}
