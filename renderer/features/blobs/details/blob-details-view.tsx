// What the service knows of one blob, word for word, and the verbs that change it.
import { useState } from 'react';
import { httpHeaderNames, httpHeaderOrder } from '@shared/blob-details/header-rules';
import { tagsRefusal, tierRefusal } from '@shared/blob-details/support';
import { rehydrationWords } from '@shared/blob-details/tier-rules';
import type { BlobDetails } from '@shared/model/blob-details';
import { formatBytes, formatCount } from '@shared/units';
import { call, useCall } from '@renderer/bridge';
import { Badge, ErrorNotice, LoadingRows, Time, describeError } from '@renderer/ui';
import { exactTime } from '../exact-time';
import { CopyUrl } from './copy-url';
import type { BlobAddress } from './dialog-props';
import { type Fact, Facts, Reason, Section, Verb } from './facts';
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
  readonly refusal: string | null;
  readonly onChanged: () => void;
}

type Open = 'headers' | 'metadata' | 'tags' | 'tier' | 'sas' | 'past' | 'lease';

export function BlobDetailsView({ blob, refusal, onChanged }: BlobDetailsViewProps) {
  const { data, error, reload } = useCall('blob-details.read', blob);
  const account = useCall('blob-details.account', { connectionId: blob.connectionId }).data;
  const noTags = account === undefined ? null : tagsRefusal(account);
  const tags = useCall('blob-details.tags', account === undefined || noTags !== null ? null : blob);
  const [open, setOpen] = useState<Open | null>(null);
  if (error) return <ErrorNotice error={error} onRetry={reload} />;
  if (!data) return <LoadingRows label="Loading properties" rows={8} columns={[28, 56]} />;
  const dialog = {
    blob,
    details: data,
    onClose: () => setOpen(null),
    onSaved: () => {
      setOpen(null);
      reload();
      tags.reload();
      onChanged();
    },
  };
  return (
    <>
      <p className={styles.summary}>
        {data.blobType.replace('Blob', ' blob')} · {formatBytes(data.bytes)} · changed <Time at={data.lastModified} />
        {data.leased ? (
          <>
            {' '}
            <Badge tone="caution">leased</Badge>
          </>
        ) : null}
      </p>
      {refusal === null ? null : <p className={styles.refusal}>{refusal}</p>}
      <Section
        title="Blob"
        verb={
          <span className={styles.verbs}>
            <CopyUrl url={data.url} />
            <Verb label="SAS of the blob" refusal={null} onPress={() => setOpen('sas')}>
              SAS…
            </Verb>
          </span>
        }
      >
        <Facts facts={blobFacts(data)} />
      </Section>
      <Section
        title="HTTP headers"
        verb={
          <Verb label="Edit HTTP headers" refusal={refusal} onPress={() => setOpen('headers')}>
            Edit…
          </Verb>
        }
      >
        <Facts facts={httpHeaderOrder.map((header) => ({ name: httpHeaderNames[header], value: data.http[header] }))} />
      </Section>
      <Section
        title="Metadata"
        verb={
          <Verb label="Edit metadata" refusal={refusal} onPress={() => setOpen('metadata')}>
            Edit…
          </Verb>
        }
      >
        {data.metadata.length === 0 ? <p className={styles.absentText}>No metadata is stored.</p> : null}
        <Facts facts={data.metadata.map((pair) => ({ ...pair, face: 'mono' }))} />
      </Section>
      <Section
        title="Access tier"
        verb={
          <Verb
            label="Change access tier"
            refusal={refusal ?? (account === undefined ? notYet : tierRefusal(account, data))}
            onPress={() => setOpen('tier')}
          >
            Change…
          </Verb>
        }
      >
        <Facts facts={tierFacts(data)} />
        <Reason why={account === undefined ? null : tierRefusal(account, data)} />
      </Section>
      <Section
        title="Index tags"
        verb={
          <Verb
            label="Edit index tags"
            refusal={refusal ?? noTags ?? (tags.data === undefined ? notYet : null)}
            onPress={() => setOpen('tags')}
          >
            Edit…
          </Verb>
        }
      >
        {tags.data?.length === 0 ? <p className={styles.absentText}>No tags are set.</p> : null}
        <Facts facts={(tags.data ?? []).map((pair) => ({ ...pair, face: 'mono' }))} />
        <Reason why={noTags ?? (tags.error === null ? null : describeError(tags.error).explanation)} />
      </Section>
      <Section
        title="Snapshots and versions"
        verb={
          <Verb label="Show snapshots and versions" refusal={null} onPress={() => setOpen('past')}>
            Show…
          </Verb>
        }
      >
        <p className={styles.absentText}>Earlier states, to compare, restore or delete.</p>
      </Section>
      <Section
        title="Lease"
        verb={
          <Verb label="Change the lease" refusal={refusal} onPress={() => setOpen('lease')}>
            Change…
          </Verb>
        }
      >
        <p className={styles.absentText}>{leaseWords(data.lease, 'blob')}</p>
      </Section>
      <details className={styles.raw}>
        <summary>All headers of the answer</summary>
        <Facts facts={data.headers.map((pair) => ({ ...pair, face: 'mono' }))} />
      </details>
      {open === 'headers' ? <HeadersDialog {...dialog} /> : null}
      {open === 'past' ? <PastDialog {...dialog} refusal={refusal} /> : null}
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

const notYet = 'What the account can do is being asked.';

function tierFacts({ tierFacts: tier }: BlobDetails): readonly Fact[] {
  const rehydration = rehydrationWords(tier);
  return [
    { name: 'Tier', value: `${tier.name}${tier.isInferred && tier.name !== '' ? ' (default of the account)' : ''}` },
    ...(tier.changedOn === '' ? [] : [{ name: 'Changed', value: exactTime(tier.changedOn) }]),
    ...(rehydration === '' ? [] : [{ name: 'Rehydration', value: rehydration }]),
  ];
}

function blobFacts(data: BlobDetails): readonly Fact[] {
  return [
    { name: 'Full name', value: data.name, face: 'mono' },
    { name: 'Size', value: `${formatCount(data.bytes)} bytes` },
    { name: 'Modified', value: exactTime(data.lastModified) },
    { name: 'Created', value: data.createdOn === '' ? '' : exactTime(data.createdOn), absentText: 'not told' },
    {
      name: 'MD5',
      value: data.contentMd5,
      face: 'mono',
      absentText: 'No checksum is stored, so a download can be checked by length only.',
    },
    { name: 'ETag', value: data.etag, face: 'mono' },
  ];
}
