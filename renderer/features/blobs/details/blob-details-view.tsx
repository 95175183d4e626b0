// Everything the service knows about one blob, verbatim, and the actions that change it.
import { ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { httpHeaderNames, httpHeaderOrder } from '@shared/blob-details/header-rules';
import { tagsRefusal, tierRefusal } from '@shared/blob-details/support';
import { rehydrationWords } from '@shared/blob-details/tier-rules';
import type { BlobItem } from '@shared/model/blob';
import type { BlobDetails, NamedValue } from '@shared/model/blob-details';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { call, useCall } from '@renderer/bridge';
import { Badge, ErrorNotice, LoadingRows, Time, describeError } from '@renderer/ui';
import { exactTime } from '../exact-time';
import type { PlaceRefusals } from '../place-refusals';
import type { BlobAddress } from '../names/blob-address';
import type { DetailsVerb } from './details-verbs';
import type { BlobDialogProps } from './dialog-props';
import { type Fact, Facts, Pairs, Reason } from './facts';
import { VerbSection, notYet } from './panel-verb';
import { HeadersDialog } from './headers-dialog';
import { LeaseDialog, leaseWords } from './lease-dialog';
import { BlobMetadataDialog } from './blob-metadata-dialog';
import { PastDialog } from './past-dialog';
import { SasDialog } from './sas-dialog';
import { TagsDialog } from './tags-dialog';
import { TierDialog } from './tier-dialog';
import { UrlSection } from './url-section';
import styles from './details-panel.module.css';

export interface BlobDetailsViewProps {
  readonly blob: BlobAddress;
  /** What the list tells of it: where that changes, it is read again. */
  readonly listed: ListedState;
  readonly refusals: PlaceRefusals;
  readonly onChanged: () => void;
}

type ListedState = Pick<BlobItem, 'etag' | 'tier' | 'leased'>;

export function BlobDetailsView(props: BlobDetailsViewProps) {
  const { download: cannotBeRead } = props.refusals;
  if (cannotBeRead !== null) return <p className={styles.refusal}>{cannotBeRead}</p>;
  return <ReadableBlob {...props} />;
}

function ReadableBlob({ blob, listed, refusals, onChanged }: BlobDetailsViewProps) {
  const { data, error, reload } = useCall('blob-details.read', blob);
  const account = useCall('blob-details.account', { connectionId: blob.connectionId }).data;
  const noTags = account === undefined ? null : tagsRefusal(account);
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
        {t`${data.blobType.replace('Blob', ' blob')} · ${formatBytes(data.bytes)} · changed`}{' '}
        <Time at={data.lastModified} />
        {data.leased ? (
          <>
            {' '}
            <Badge tone="caution">{t`leased`}</Badge>
          </>
        ) : null}
      </p>
      {refusals.edit === null ? null : <p className={styles.refusal}>{refusals.edit}</p>}
      <UrlSection title={t`Blob`} url={data.url} verb="sas-of-blob" refusal={refusals.sign} onVerb={setOpen}>
        <Facts facts={blobFacts(data)} />
      </UrlSection>
      <VerbSection title={t`HTTP headers`} verb="headers" word={t`Edit…`} refusal={refusals.edit} onVerb={setOpen}>
        <Facts facts={httpHeaderOrder.map((header) => ({ name: httpHeaderNames[header], value: data.http[header] }))} />
      </VerbSection>
      <VerbSection title={t`Metadata`} verb="metadata" word={t`Edit…`} refusal={refusals.edit} onVerb={setOpen}>
        <Pairs pairs={data.metadata} none={t`No metadata is stored.`} />
      </VerbSection>
      <VerbSection
        title={t`Access tier`}
        verb="tier"
        word={t`Change…`}
        refusal={refusals.edit ?? (account === undefined ? notYet : tierRefusal(account, data))}
        onVerb={setOpen}
      >
        <Facts facts={tierFacts(data)} />
        <Reason why={account === undefined ? null : tierRefusal(account, data)} />
      </VerbSection>
      <VerbSection
        title={t`Index tags`}
        verb="tags"
        word={t`Edit…`}
        refusal={refusals.tags ?? noTags ?? (tags.data === undefined ? notYet : null)}
        onVerb={setOpen}
      >
        <Pairs pairs={tags.data} none={t`No tags are set.`} />
        <Reason why={noTags ?? (tags.error === null ? null : describeError(tags.error).explanation)} />
      </VerbSection>
      <VerbSection title={t`Snapshots and versions`} verb="past" word={t`Show…`} refusal={null} onVerb={setOpen}>
        <p className={styles.absentText}>{t`Earlier states, to compare, restore or delete.`}</p>
      </VerbSection>
      <VerbSection title={t`Lease`} verb="lease" word={t`Change…`} refusal={refusals.lease} onVerb={setOpen}>
        <p className={styles.absentText}>{leaseWords(data.lease, 'blob')}</p>
      </VerbSection>
      <details className={styles.raw}>
        <summary>
          <ChevronRight size={14} aria-hidden />
          {t`All headers of the answer`}
        </summary>
        <Facts facts={data.headers.map((pair) => ({ ...pair, face: 'mono' }))} />
      </details>
      <BlobDialog
        blob={blob}
        open={open}
        refusals={refusals}
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
  readonly refusals: PlaceRefusals;
  /** Undefined until they are read. */
  readonly tags: readonly NamedValue[] | undefined;
}

function BlobDialog({ open, refusals, tags, ...dialog }: OpenBlobDialogProps) {
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
      return <PastDialog {...dialog} refusals={refusals} />;
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
  const rehydration = rehydrationWords(tier);
  return [
    { name: t`Tier`, value: `${tier.name}${tier.isInferred && tier.name !== '' ? t` (default of the account)` : ''}` },
    ...(tier.changedOn === '' ? [] : [{ name: t`Changed`, value: exactTime(tier.changedOn) }]),
    ...(rehydration === '' ? [] : [{ name: t`Rehydration`, value: rehydration }]),
  ];
}

function blobFacts(data: BlobDetails): readonly Fact[] {
  return [
    { name: t`Full name`, value: data.name, face: 'mono' },
    { name: t`Size`, value: counted(data.bytes, 'byte') },
    { name: t`Modified`, value: exactTime(data.lastModified) },
    { name: t`Created`, value: data.createdOn === '' ? '' : exactTime(data.createdOn), absentText: t`not told` },
    {
      name: 'MD5',
      value: data.contentMd5,
      face: 'mono',
      absentText: t`No checksum is stored, so a download can be checked by length only.`,
    },
    { name: 'ETag', value: data.etag, face: 'mono' },
  ];
}
