// Bulk edit in three steps of one dialog: define the change, review its preview, start it and follow its job.
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { Button, Dialog } from '@renderer/ui';
import type { EdmType } from '@shared/model/entity';
import type { BulkRequest } from '@shared/model/table-bulk';
import { clearsTable } from '@shared/query/key-filter';
import { checkedFilter } from '@shared/query/key-filter';
import { useState } from 'react';
import { type BulkDraft, type BulkSubject, draftProblems, requestOf } from './bulk-draft';
import { BulkForm } from './bulk-form';
import { BulkReview } from './bulk-review';
import { actionText } from './bulk-text';
import { FollowedJob } from './followed-job';
import { StagedHint } from './staged-hint';
import { StartDialog } from './start-dialog';
import { useBulkPreview } from './use-bulk-preview';

export interface BulkDialogProps {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly title: string;
  readonly subject: BulkSubject;
  /** How the form is filled at first. */
  readonly initial: BulkDraft;
  readonly columns: readonly { readonly name: string; readonly type: EdmType }[];
  readonly access: 'writable' | 'read-only';
  readonly disabledReasons: Pick<TableDisabledReasons, 'edit' | 'remove'>;
  readonly onClose: () => void;
  /** Rows of the table are not what they were. */
  readonly onChanged: () => void;
}

export function BulkDialog(props: BulkDialogProps) {
  const { title, subject, initial, columns, onClose } = props;
  const [draft, setDraft] = useState(initial);
  const [problemsShown, setProblemsShown] = useState<'no' | 'yes'>('no');
  const [request, setRequest] = useState<BulkRequest | null>(null);
  const [jobId, setJobId] = useState<string | null>(null);
  if (jobId !== null) return <FollowedJob {...props} jobId={jobId} />;
  if (request !== null) {
    return <Review {...props} request={request} onBack={() => setRequest(null)} onStarted={setJobId} />;
  }
  const openPreview = (): void => {
    setProblemsShown('yes');
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
        problems={problemsShown === 'yes' ? draftProblems(draft) : []}
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
      // A count or the name of the table is not typed by accident.
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
