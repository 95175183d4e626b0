// What the service knows of the selected blob: its properties, headers and metadata, word for word.
import { X } from 'lucide-react';
import type { CallOutput } from '@shared/ipc/contract';
import { formatBytes, formatCount } from '@shared/units';
import { useCall } from '@renderer/bridge';
import { Badge, ErrorNotice, IconButton, LoadingRows, Time } from '@renderer/ui';
import { BlobName } from './blob-name';
import { exactTime } from './exact-time';
import { selectionWords } from './list-foot';
import type { ListingEntry } from './listing';
import { leafName } from './path';
import styles from './properties-panel.module.css';

export interface PropertiesPanelProps {
  readonly connectionId: string;
  readonly container: string;
  readonly prefix: string;
  readonly selected: readonly ListingEntry[];
  readonly onClose: () => void;
}

export function PropertiesPanel({ connectionId, container, prefix, selected, onClose }: PropertiesPanelProps) {
  const only = selected.length === 1 ? selected[0] : undefined;
  return (
    <aside className={styles.panel} aria-label="Properties">
      <header className={styles.header}>
        <h2 className={styles.title}>
          {only ? (
            <BlobName name={leafName(only.name, prefix)} />
          ) : selected.length > 1 ? (
            selectionWords(selected)
          ) : (
            'Properties'
          )}
        </h2>
        <IconButton label="Close properties" icon={<X size={15} />} size="small" onPress={onClose} />
      </header>
      {only?.kind === 'blob' ? (
        <BlobProperties connectionId={connectionId} container={container} name={only.name} />
      ) : (
        <p className={styles.hint}>
          {only
            ? 'A folder is only a shared start of names. The service keeps no properties for it.'
            : selected.length > 1
              ? 'Select one blob to see its properties.'
              : 'Select a blob to see its properties, headers and metadata.'}
        </p>
      )}
    </aside>
  );
}

type Properties = CallOutput<'blobs.properties'>;

function BlobProperties(blob: { readonly connectionId: string; readonly container: string; readonly name: string }) {
  const { data, error, reload } = useCall('blobs.properties', blob);
  if (error) return <ErrorNotice error={error} onRetry={reload} />;
  if (!data) return <LoadingRows label="Loading properties" rows={8} columns={[28, 56]} />;
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
      <Facts title="Blob" facts={factsOf(data)} />
      <Facts
        title="Metadata"
        facts={data.metadata.map(({ name, value }) => ({ name, value, face: 'mono' as const }))}
        emptyText="No metadata is stored."
      />
      <Facts title="Headers" facts={data.headers.map(({ name, value }) => ({ name, value, face: 'mono' as const }))} />
    </>
  );
}

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly face: 'interface' | 'mono';
  /** Said beside a value that is not there. */
  readonly isAbsent?: true;
}

function factsOf(data: Properties): readonly Fact[] {
  return [
    { name: 'Full name', value: data.name, face: 'mono' },
    { name: 'Size', value: `${formatCount(data.bytes)} bytes`, face: 'interface' },
    { name: 'Modified', value: exactTime(data.lastModified), face: 'interface' },
    { name: 'Content type', value: data.contentType, face: 'interface' },
    { name: 'Access tier', value: data.tier, face: 'interface' },
    data.contentMd5 === ''
      ? {
          name: 'MD5',
          value: 'No checksum is stored, so a download can be checked by length only.',
          face: 'interface',
          isAbsent: true,
        }
      : { name: 'MD5', value: data.contentMd5, face: 'mono' },
    { name: 'ETag', value: data.etag, face: 'mono' },
  ];
}

function Facts(props: { readonly title: string; readonly facts: readonly Fact[]; readonly emptyText?: string }) {
  const { title, facts, emptyText } = props;
  if (facts.length === 0 && emptyText === undefined) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{title}</h3>
      {facts.length === 0 ? <p className={styles.absentText}>{emptyText}</p> : null}
      <dl className={styles.facts}>
        {facts.map((fact, index) => (
          <div key={`${fact.name}-${index}`} className={styles.fact}>
            <dt>{fact.name}</dt>
            <dd className={fact.isAbsent ? styles.absentText : fact.face === 'mono' ? styles.mono : undefined}>
              {fact.value === '' ? <span className={styles.absentText}>not set</span> : fact.value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
