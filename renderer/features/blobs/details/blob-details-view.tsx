// What the service knows of one blob, word for word, and the verbs that change it.
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { httpHeaderNames, httpHeaderOrder } from '@shared/blob-details/header-rules';
import { tagsRefusal, tierRefusal } from '@shared/blob-details/support';
import { rehydrationWords } from '@shared/blob-details/tier-rules';
import type { BlobDetails } from '@shared/model/blob-details';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { call, useCall } from '@renderer/bridge';
import { Badge, ErrorNotice, LoadingRows, Time, describeError } from '@renderer/ui';
import { exactTime } from '../exact-time';
import type { PlaceRefusals } from '../place-refusals';
import { CopyUrl } from './copy-url';
import type { BlobAddress } from '../names/blob-address';
import { type Fact, Facts, Reason, Section } from './facts';
import { PanelVerb, notYet } from './panel-verb';
import { HeadersDialog } from './headers-dialog';
import { LeaseDialog, leaseWords } from './lease-dialog';
import { BlobMetadataDialog } from './blob-metadata-dialog';
import { PastDialog } from './past-dialog';
import { SasDialog } from './sas-dialog';
import { TagsDialog } from './tags-dialog';
import { TierDialog } from './tier-dialog';
import styles from './details-panel.module.css';

export interface BlobDetailsViewProps {
  readonly blob: BlobAddress;
  readonly refusals: PlaceRefusals;
  readonly onChanged: () => void;
}

type Open = 'headers' | 'metadata' | 'tags' | 'tier' | 'sas' | 'past' | 'lease';

export function BlobDetailsView({ blob, refusals, onChanged }: BlobDetailsViewProps) {
  const { data, error, reload } = useCall('blob-details.read', blob);
  const account = useCall('blob-details.account', { connectionId: blob.connectionId }).data;
  const noTags = account === undefined ? null : tagsRefusal(account);
  const tags = useCall('blob-details.tags', account === undefined || noTags !== null ? null : blob);
  const [open, setOpen] = useState<Open | null>(null);
  if (error) return <ErrorNotice error={error} onRetry={reload} />;
  if (!data) return <LoadingRows label={t`Loading properties`} rows={8} columns={[28, 56]} />;
  const readAgain = (): void => {
    reload();
    tags.reload();
    onChanged();
  };
  const dialog = {
    blob,
    details: data,
    onClose: () => setOpen(null),
    onOutdated: readAgain,
    onSaved: () => {
      setOpen(null);
      readAgain();
    },
  };
  return (
    <>
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
      <Section
        title={t`Blob`}
        verb={
          <span className={styles.verbs}>
            <CopyUrl url={data.url} />
            <PanelVerb verb="sas-of-blob" refusal={null} onPress={() => setOpen('sas')}>{t`SAS…`}</PanelVerb>
          </span>
        }
      >
        <Facts facts={blobFacts(data)} />
      </Section>
      <Section
        title={t`HTTP headers`}
        verb={
          <PanelVerb verb="headers" refusal={refusals.edit} onPress={() => setOpen('headers')}>{t`Edit…`}</PanelVerb>
        }
      >
        <Facts facts={httpHeaderOrder.map((header) => ({ name: httpHeaderNames[header], value: data.http[header] }))} />
      </Section>
      <Section
        title={t`Metadata`}
        verb={
          <PanelVerb verb="metadata" refusal={refusals.edit} onPress={() => setOpen('metadata')}>{t`Edit…`}</PanelVerb>
        }
      >
        {data.metadata.length === 0 ? <p className={styles.absentText}>{t`No metadata is stored.`}</p> : null}
        <Facts facts={data.metadata.map((pair) => ({ ...pair, face: 'mono' }))} />
      </Section>
      <Section
        title={t`Access tier`}
        verb={
          <PanelVerb
            verb="tier"
            refusal={refusals.edit ?? (account === undefined ? notYet : tierRefusal(account, data))}
            onPress={() => setOpen('tier')}
          >
            {t`Change…`}
          </PanelVerb>
        }
      >
        <Facts facts={tierFacts(data)} />
        <Reason why={account === undefined ? null : tierRefusal(account, data)} />
      </Section>
      <Section
        title={t`Index tags`}
        verb={
          <PanelVerb
            verb="tags"
            refusal={refusals.tags ?? noTags ?? (tags.data === undefined ? notYet : null)}
            onPress={() => setOpen('tags')}
          >
            {t`Edit…`}
          </PanelVerb>
        }
      >
        {tags.data?.length === 0 ? <p className={styles.absentText}>{t`No tags are set.`}</p> : null}
        <Facts facts={(tags.data ?? []).map((pair) => ({ ...pair, face: 'mono' }))} />
        <Reason why={noTags ?? (tags.error === null ? null : describeError(tags.error).explanation)} />
      </Section>
      <Section
        title={t`Snapshots and versions`}
        verb={<PanelVerb verb="past" refusal={null} onPress={() => setOpen('past')}>{t`Show…`}</PanelVerb>}
      >
        <p className={styles.absentText}>{t`Earlier states, to compare, restore or delete.`}</p>
      </Section>
      <Section
        title={t`Lease`}
        verb={
          <PanelVerb verb="lease" refusal={refusals.lease} onPress={() => setOpen('lease')}>{t`Change…`}</PanelVerb>
        }
      >
        <p className={styles.absentText}>{leaseWords(data.lease, 'blob')}</p>
      </Section>
      <details className={styles.raw}>
        <summary>
          <ChevronRight size={14} aria-hidden />
          {t`All headers of the answer`}
        </summary>
        <Facts facts={data.headers.map((pair) => ({ ...pair, face: 'mono' }))} />
      </details>
      {open === 'headers' ? <HeadersDialog {...dialog} /> : null}
      {open === 'past' ? <PastDialog {...dialog} refusals={refusals} /> : null}
      {open === 'lease' ? (
        <LeaseDialog
          subject={blob}
          lease={data.lease}
          readLease={async () => (await call('blob-details.read', blob)).lease}
          onClose={dialog.onSaved}
        />
      ) : null}
      {open === 'sas' ? (
        <SasDialog
          connectionId={blob.connectionId}
          resource={{ kind: 'blob', container: blob.container, name: blob.name }}
          onClose={dialog.onClose}
        />
      ) : null}
      {open === 'tier' ? <TierDialog {...dialog} /> : null}
      {open === 'tags' && tags.data !== undefined ? <TagsDialog {...dialog} tags={tags.data} /> : null}
      {open === 'metadata' ? <BlobMetadataDialog {...dialog} /> : null}
    </>
  );
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
    { name: t`Size`, value: t`${formatCount(data.bytes)} bytes` },
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
