// Snapshots and versions of a blob: created, compared with the current state, copied back, deleted.
import { tierLabel } from '../names/storage-class';
import { useState } from 'react';
import { versionsDisabledReason } from '@shared/model/action-rules';
import type { BlobDetails, NamedValue, PastBlob } from '@shared/model/blob-details';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { call, useCall } from '@renderer/bridge';
import { useConnection, useProductionName } from '@renderer/live/connection';
import {
  Badge,
  Button,
  ConfirmDialog,
  Dialog,
  ErrorNotice,
  LoadingRows,
  VisuallyHidden,
  useAction,
} from '@renderer/ui';
import { exactTime, momentAmong } from '../exact-time';
import type { ContainerDisabledReasons } from '../container-disabled-reasons';
import { type BlobDialogProps, orOutdated } from './save-dialog';
import { Verb } from './facts';
import { useLease } from './use-lease';
import styles from './dialogs.module.css';
import { changedMeanwhile } from '@shared/blob-details/field-changes';
import { httpHeaderNames, httpHeaderOrder } from '@shared/blob-details/metadata-rules';
import { counted } from '@shared/strings/counted';
import type { BlobAddress } from '../names/blob-address';

interface PastDialogProps extends BlobDialogProps {
  readonly disabledReasons: Pick<
    ContainerDisabledReasons,
    'download' | 'remove' | 'removeVersion' | 'restore' | 'snapshot'
  >;
}

const kindLabels: Readonly<Record<PastBlob['kind'], string>> = { snapshot: t`snapshot`, version: t`version` };

interface PendingAction {
  readonly act: 'compare' | 'restore' | 'delete';
  readonly past: PastBlob;
}

export function PastDialog({ blob, details, disabledReasons, onClose, onOutdated, onSaved }: PastDialogProps) {
  const { data, error, reload } = useCall('blob-details.past', blob);
  const account = useCall('blob-details.account', { connectionId: blob.connectionId, container: blob.container }).data;
  const [pending, setPending] = useState<PendingAction | null>(null);
  const typedName = useProductionName(blob.connectionId);
  const making = useAction(reload);
  const isS3 = useConnection(blob.connectionId)?.kind === 's3';
  const noVersions = account === undefined ? null : versionsDisabledReason(account);
  const lease = useLease(blob, details.lease);
  const needsLease = lease.isMissing ? t`The blob is leased. Enter the lease ID below to restore it.` : null;
  const restore = async ({ kind, id }: PastBlob): Promise<void> => {
    const wish = { ...blob, ...lease.given, ifMatch: details.etag, past: { kind, id } };
    await orOutdated(call('blob-details.restore', wish), onOutdated);
    onSaved();
  };
  const deletePast = async ({ kind, id }: PastBlob): Promise<void> => {
    await call('blob-details.delete-past', { ...blob, past: { kind, id } });
    reload();
  };
  const momentOf = ({ id }: PastBlob): string => momentAmong(id, data?.map((past) => past.id) ?? []);
  return (
    <Dialog
      title={isS3 ? t`Versions` : t`Snapshots and versions`}
      isOpen
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onPress={onClose}>{t`Close`}</Button>
          {isS3 ? null : (
            <Button
              variant="primary"
              isDisabled={disabledReasons.snapshot !== null}
              isPending={making.isRunning}
              onPress={() =>
                void making.run(() =>
                  orOutdated(call('blob-details.snapshot', { ...blob, ifMatch: details.etag }), onOutdated),
                )
              }
            >
              {t`Create snapshot`}
            </Button>
          )}
        </>
      }
    >
      {isS3 || disabledReasons.snapshot === null ? null : <p className={styles.words}>{disabledReasons.snapshot}</p>}
      {data === undefined && error === null ? (
        <LoadingRows label={t`Loading snapshots`} rows={3} columns={[40, 20]} />
      ) : null}
      {data?.length === 0 ? (
        <p className={styles.words}>
          {noVersions === null ? t`No snapshots and no previous versions yet.` : t`No snapshots yet.`}
        </p>
      ) : null}
      {data === undefined || data.length === 0 ? null : (
        <PastTable
          details={details}
          disabledReasons={disabledReasons}
          needsLease={needsLease}
          momentOf={momentOf}
          pasts={data}
          md5s={isS3 ? 'not listed' : 'listed'}
          onRequest={setPending}
        />
      )}
      {pending?.act === 'compare' ? (
        <PastComparison blob={blob} details={details} past={pending.past} moment={momentOf(pending.past)} />
      ) : null}
      {disabledReasons.restore === null && data !== undefined && data.length > 0 ? lease.field : null}
      {noVersions === null ? null : <p className={styles.words}>{noVersions}</p>}
      {error === null ? null : <ErrorNotice error={error} onRetry={reload} />}
      {making.error === null ? null : <ErrorNotice error={making.error} />}
      {pending === null || pending.act === 'compare' ? null : (
        <ConfirmDialog
          {...messageOf(pending.act, kindLabels[pending.past.kind], momentOf(pending.past))}
          isOpen
          onClose={() => setPending(null)}
          {...(typedName === null ? {} : { typedName })}
          onConfirm={() => (pending.act === 'restore' ? restore(pending.past) : deletePast(pending.past))}
        />
      )}
    </Dialog>
  );
}

interface PastTableProps {
  readonly details: BlobDialogProps['details'];
  readonly pasts: readonly PastBlob[];
  /** S3 lists none. */
  readonly md5s: 'listed' | 'not listed';
  readonly disabledReasons: PastDialogProps['disabledReasons'];
  /** Why nothing can be restored before a lease is entered; null where none is needed. */
  readonly needsLease: string | null;
  readonly momentOf: (past: PastBlob) => string;
  readonly onRequest: (pending: PendingAction) => void;
}

function PastTable({ details, pasts, md5s, disabledReasons, needsLease, momentOf, onRequest }: PastTableProps) {
  return (
    <table className={styles.past}>
      <thead>
        <tr>
          <th scope="col">{t`Taken`}</th>
          <th scope="col">{t`Size`}</th>
          {md5s === 'listed' ? <th scope="col">{t`MD5`}</th> : null}
          <th scope="col">
            <VisuallyHidden>{t`Actions`}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {pasts.map((past) => (
          <tr key={`${past.kind} ${past.id}`}>
            <th scope="row">
              <span className={styles.moment}>
                {momentOf(past)} <Badge>{kindLabels[past.kind]}</Badge>
              </span>
            </th>
            <td>{formatBytes(past.bytes)}</td>
            {md5s === 'listed' ? <td>{sameText(past, details)}</td> : null}
            <td>
              <span className={styles.line}>
                <Verb disabledReason={disabledReasons.download} onPress={() => onRequest({ act: 'compare', past })}>
                  {t`Compare`}
                </Verb>
                <Verb
                  disabledReason={disabledReasons.restore ?? needsLease}
                  onPress={() => onRequest({ act: 'restore', past })}
                >
                  {t`Restore…`}
                </Verb>
                <Verb
                  disabledReason={past.kind === 'version' ? disabledReasons.removeVersion : disabledReasons.remove}
                  onPress={() => onRequest({ act: 'delete', past })}
                >
                  {t`Delete…`}
                </Verb>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function messageOf(
  action: 'restore' | 'delete',
  kind: string,
  moment: string,
): { readonly title: string; readonly confirmLabel: string; readonly children: string } {
  return action === 'restore'
    ? {
        title: t`Restore ${kind}`,
        confirmLabel: t`Restore ${kind}`,
        children: t`The blob gets the content, headers and metadata of ${moment}. Its current state becomes a version where versioning is enabled; otherwise it is lost unless you create a snapshot first.`,
      }
    : {
        title: t`Delete ${kind}`,
        confirmLabel: t`Delete ${kind}`,
        children: t`This deletes the ${kind} of ${moment}. The blob itself stays. It cannot be undone unless soft delete is enabled.`,
      };
}

function sameText(past: PastBlob, details: BlobDialogProps['details']): string {
  if (past.contentMd5 === '') return t`none stored`;
  return past.contentMd5 === details.contentMd5 ? t`same as current` : t`different`;
}

interface PastComparisonProps {
  readonly blob: BlobAddress;
  readonly details: BlobDetails;
  readonly past: PastBlob;
  /** The time of the earlier state, in the format used elsewhere in the dialog. */
  readonly moment: string;
}

/** The differences between an earlier state of the blob and the current one: size, time, MD5, headers, metadata. */
function PastComparison({ blob, details, past, moment }: PastComparisonProps) {
  const { kind, id } = past;
  const { data, error, reload } = useCall('blob-details.read', { ...blob, past: { kind, id } });
  if (error !== null) return <ErrorNotice error={error} onRetry={reload} />;
  if (data === undefined) return <LoadingRows label={t`Comparing`} rows={3} columns={[20, 40]} />;
  const then = comparable(data);
  const changes = changedMeanwhile(then, comparable(details), then);
  if (changes.length === 0) return <p className={styles.words}>{t`No differences from the current state.`}</p>;
  return (
    <table className={styles.changes} aria-label={t`Differences`}>
      <thead>
        <tr>
          <th scope="col">{t`Name`}</th>
          <th scope="col">{t`Then (${moment})`}</th>
          <th scope="col">{t`Current`}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, was, now }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{was ?? t`not set`}</td>
            <td>{now ?? t`not set`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function comparable(details: BlobDetails): readonly NamedValue[] {
  const { bytes, lastModified, contentMd5, http, metadata, tierFacts } = details;
  return [
    { name: t`Size`, value: counted(bytes, 'byte') },
    { name: t`Modified`, value: exactTime(lastModified) },
    { name: 'MD5', value: contentMd5 },
    { name: t`Tier`, value: tierLabel(tierFacts.name) },
    ...httpHeaderOrder.map((header) => ({ name: httpHeaderNames[header], value: http[header] })),
    ...metadata.map(({ name, value }) => ({ name: t`metadata ${name}`, value })),
  ].filter(({ value }) => value !== '');
}
