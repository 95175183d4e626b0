// Everything the service knows about one blob, verbatim, and the actions that change it.
import { tierLabel } from '../names/storage-class';
import { ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { httpHeaderNames, httpHeaderOrder } from '@shared/blob-details/metadata-rules';
import { tagsDisabledReason, tierDisabledReason } from '@shared/model/action-rules';
import { rehydrationText } from '@shared/blob-details/tier-rules';
import type { BlobItem } from '@shared/model/blob';
import type { BlobDetails, NamedValue } from '@shared/model/blob-details';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { call, useCall } from '@renderer/bridge';
import { useConnection } from '@renderer/live/connection';
import { Badge, ErrorNotice, LoadingRows, Time, describeError } from '@renderer/ui';
import { exactTime } from '../exact-time';
import type { ContainerDisabledReasons } from '../container-disabled-reasons';
import type { BlobAddress } from '../names/blob-address';
import type { DetailsVerb } from './details-actions';
import { type BlobDialogProps, orOutdated } from './save-dialog';
import { type Fact, Facts, Pairs, Reason } from './facts';
import { VerbSection, notYet } from './panel-action';
import { HeadersDialog } from './headers-dialog';
import { Md5Section } from './md5-section';
import { LeaseDialog, leaseText } from './lease-dialog';
import { PastDialog } from './past-dialog';
import { SasDialog } from './sas-dialog';
import { TagsDialog } from './tags-dialog';
import { TierDialog } from './tier-dialog';
import { UrlSection } from './url-section';
import styles from './details-panel.module.css';
import { MetadataDialog } from './metadata-dialog';
import { blobReading } from './use-editing';
import { useLease } from './use-lease';

const typeNames: Readonly<Record<BlobDetails['blobType'], string>> = {
  BlockBlob: t`Block blob`,
  PageBlob: t`Page blob`,
  AppendBlob: t`Append blob`,
};

export interface BlobDetailsViewProps {
  readonly blob: BlobAddress;
  /** The state in the list: when it changes, the details are read again. */
  readonly listed: ListedState;
  readonly disabledReasons: ContainerDisabledReasons;
  readonly onChanged: () => void;
}

type ListedState = Pick<BlobItem, 'etag' | 'tier' | 'leased'>;

export function BlobDetailsView(props: BlobDetailsViewProps) {
  const { download: cannotBeRead } = props.disabledReasons;
  if (cannotBeRead !== null) return <p className={styles.refusal}>{cannotBeRead}</p>;
  return <ReadableBlob {...props} />;
}

function ReadableBlob({ blob, listed, disabledReasons, onChanged }: BlobDetailsViewProps) {
  const { data, error, reload } = useCall('blob-details.read', blob);
  const isS3 = useConnection(blob.connectionId)?.kind === 's3';
  const account = useCall('blob-details.account', { connectionId: blob.connectionId, container: blob.container }).data;
  const noTags = account === undefined ? null : tagsDisabledReason(account);
  const tags = useCall('blob-details.tags', account === undefined || noTags !== null ? null : blob);
  const [open, setOpen] = useState<DetailsVerb | null>(null);
  const listedState = stateOf(listed);
  const seen = useRef(listedState);
  const follow = useEffectEvent(() => {
    if (seen.current === listedState) return;
    seen.current = listedState;
    if (data !== undefined && stateOf(data) === listedState) return;
    reload();
    tags.reload();
  });
  useEffect(() => follow(), [listedState]);
  if (!data && error) return <ErrorNotice error={error} onRetry={reload} />;
  if (!data) return <LoadingRows label={t`Loading properties`} rows={8} columns={[28, 56]} />;
  const readAgain = (): void => {
    reload();
    tags.reload();
    onChanged();
  };
  return (
    <>
      {error ? <ErrorNotice error={error} onRetry={reload} /> : null}
      <p className={styles.summary}>
        {t`${typeNames[data.blobType]} · ${formatBytes(data.bytes)} · changed`} <Time at={data.lastModified} />
        {data.leased ? (
          <>
            {' '}
            <Badge tone="caution">{t`leased`}</Badge>
          </>
        ) : null}
      </p>
      {disabledReasons.edit === null ? null : <p className={styles.refusal}>{disabledReasons.edit}</p>}
      <UrlSection
        title={t`Blob`}
        url={data.url}
        action="sas-of-blob"
        disabledReason={disabledReasons.sign}
        onVerb={setOpen}
      >
        <Facts facts={blobFacts(data)} />
      </UrlSection>
      <Md5Section key={data.etag} blob={blob} details={data} />
      <VerbSection
        title={t`HTTP headers`}
        action="headers"
        word={t`Edit…`}
        disabledReason={disabledReasons.edit}
        onVerb={setOpen}
      >
        <Facts facts={httpHeaderOrder.map((header) => ({ name: httpHeaderNames[header], value: data.http[header] }))} />
      </VerbSection>
      <VerbSection
        title={t`Metadata`}
        action="metadata"
        word={t`Edit…`}
        disabledReason={disabledReasons.edit}
        onVerb={setOpen}
      >
        <Pairs pairs={data.metadata} none={t`No metadata.`} />
      </VerbSection>
      <VerbSection
        title={t`Access tier`}
        action="tier"
        word={t`Change…`}
        disabledReason={disabledReasons.edit ?? (account === undefined ? notYet : tierDisabledReason(account, data))}
        onVerb={setOpen}
      >
        <Facts facts={tierFacts(data)} />
        <Reason why={account === undefined ? null : tierDisabledReason(account, data)} />
      </VerbSection>
      <VerbSection
        title={t`Blob index tags`}
        action="tags"
        word={t`Edit…`}
        disabledReason={disabledReasons.tags ?? noTags ?? (tags.data === undefined ? notYet : null)}
        onVerb={setOpen}
      >
        <Pairs pairs={tags.data} none={t`No tags.`} />
        <Reason why={noTags ?? (tags.error === null ? null : describeError(tags.error).explanation)} />
      </VerbSection>
      <VerbSection
        title={isS3 ? t`Versions` : t`Snapshots and versions`}
        action="past"
        word={t`View…`}
        disabledReason={null}
        onVerb={setOpen}
      >
        <p className={styles.absentText}>{t`Earlier states to compare, restore or delete.`}</p>
      </VerbSection>
      <VerbSection
        title={t`Lease`}
        action="lease"
        word={t`Change…`}
        disabledReason={disabledReasons.lease}
        onVerb={setOpen}
      >
        <p className={styles.absentText}>{leaseText(data.lease, 'blob')}</p>
      </VerbSection>
      <details className={styles.raw}>
        <summary>
          <ChevronRight size={14} aria-hidden />
          {t`All response headers`}
        </summary>
        <Facts facts={data.headers.map((pair) => ({ ...pair, face: 'mono' }))} />
      </details>
      <BlobDialog
        blob={blob}
        open={open}
        disabledReasons={disabledReasons}
        details={data}
        tags={tags.data}
        onClose={() => setOpen(null)}
        onOutdated={readAgain}
        onSaved={() => {
          setOpen(null);
          readAgain();
        }}
      />
    </>
  );
}

interface OpenBlobDialogProps extends BlobDialogProps {
  /** Whose dialog is open, if any. */
  readonly open: DetailsVerb | null;
  readonly disabledReasons: ContainerDisabledReasons;
  /** Undefined until they are read. */
  readonly tags: readonly NamedValue[] | undefined;
}

function BlobDialog({ open, disabledReasons, tags, ...dialog }: OpenBlobDialogProps) {
  const { blob, details, onClose, onSaved } = dialog;
  switch (open) {
    case 'sas-of-blob': {
      const { connectionId, container, name } = blob;
      return <SasDialog connectionId={connectionId} resource={{ kind: 'blob', container, name }} onClose={onClose} />;
    }
    case 'headers':
      return <HeadersDialog {...dialog} />;
    case 'metadata':
      return <BlobMetadataDialog {...dialog} />;
    case 'tier':
      return <TierDialog {...dialog} />;
    case 'tags':
      return tags === undefined ? null : <TagsDialog {...dialog} tags={tags} />;
    case 'past':
      return <PastDialog {...dialog} disabledReasons={disabledReasons} />;
    case 'lease':
      return (
        <LeaseDialog
          subject={blob}
          lease={details.lease}
          readLease={async () => (await call('blob-details.read', blob)).lease}
          onClose={onSaved}
        />
      );
    default:
      return null;
  }
}

function stateOf({ etag, tier, leased }: ListedState): string {
  return JSON.stringify([etag, tier, leased]);
}

function tierFacts({ tierFacts: tier }: BlobDetails): readonly Fact[] {
  const rehydration = rehydrationText(tier);
  return [
    {
      name: t`Tier`,
      value: `${tierLabel(tier.name)}${tier.isInferred && tier.name !== '' ? t` (account default)` : ''}`,
    },
    ...(tier.changedOn === '' ? [] : [{ name: t`Changed`, value: exactTime(tier.changedOn) }]),
    ...(rehydration === '' ? [] : [{ name: t`Rehydration`, value: rehydration }]),
  ];
}

function blobFacts(data: BlobDetails): readonly Fact[] {
  return [
    { name: t`Full name`, value: data.name, face: 'mono' },
    { name: t`Size`, value: counted(data.bytes, 'byte') },
    { name: t`Modified`, value: exactTime(data.lastModified) },
    { name: t`Created`, value: data.createdOn === '' ? '' : exactTime(data.createdOn), absentText: t`not reported` },
    {
      name: 'MD5',
      value: data.contentMd5,
      face: 'mono',
      absentText: t`No MD5 is stored, so downloads can only be verified by length.`,
    },
    { name: 'ETag', value: data.etag, face: 'mono' },
  ];
}

/** Edits the metadata of a blob, under its lease if it has one. */
function BlobMetadataDialog({ blob, details, onClose, onOutdated, onSaved }: BlobDialogProps) {
  const lease = useLease(blob, details.lease);
  return (
    <MetadataDialog
      of="blob"
      {...blobReading(blob, details)}
      save={(metadata, ifMatch) =>
        orOutdated(
          call('blob-details.set-metadata', { ...blob, ...lease.given, ifMatch, metadata: [...metadata] }),
          onOutdated,
        )
      }
      isAllowed={!lease.isMissing}
      more={lease.field}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}
