// What the service knows of one blob, word for word, and the verbs that change it.
import { useState } from 'react';
import { httpHeaderNames, httpHeaderOrder } from '@shared/blob-details/header-rules';
import type { BlobDetails } from '@shared/model/blob-details';
import { formatBytes, formatCount } from '@shared/units';
import { useCall } from '@renderer/bridge';
import { Badge, ErrorNotice, LoadingRows, Time } from '@renderer/ui';
import { exactTime } from '../exact-time';
import type { BlobAddress } from './dialog-props';
import { type Fact, Facts, Section, Verb } from './facts';
import { HeadersDialog } from './headers-dialog';
import { MetadataDialog } from './metadata-dialog';
import styles from './details-panel.module.css';

export interface BlobDetailsViewProps {
  readonly blob: BlobAddress;
  readonly refusal: string | null;
  readonly onChanged: () => void;
}

type Open = 'headers' | 'metadata';

export function BlobDetailsView({ blob, refusal, onChanged }: BlobDetailsViewProps) {
  const { data, error, reload } = useCall('blob-details.read', blob);
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
      <Section title="Blob">
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
      <details className={styles.raw}>
        <summary>All headers of the answer</summary>
        <Facts facts={data.headers.map((pair) => ({ ...pair, face: 'mono' }))} />
      </details>
      {open === 'headers' ? <HeadersDialog {...dialog} /> : null}
      {open === 'metadata' ? <MetadataDialog {...dialog} /> : null}
    </>
  );
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
