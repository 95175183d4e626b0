// What an upload stores with each blob besides its bytes: headers, metadata and index tags, as the user enters them
// before it starts.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import {
  hasProblems,
  headerProblems,
  httpHeaderNames,
  httpHeaderOrder,
  metadataProblems,
} from '@shared/blob-details/metadata-rules';
import { tagProblems } from '@shared/blob-details/tag-rules';
import type { BlobHttpHeaders, NamedValue } from '@shared/model/blob-details';
import type { BlobSettings } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { Button, TextField } from '@renderer/ui';
import { PairsEditor } from '../details/pairs-editor';
import styles from '../preflight/transfer-summary.module.css';

export interface BlobPropertiesDraft {
  readonly headers: BlobHttpHeaders;
  readonly metadata: readonly NamedValue[];
  readonly tags: readonly NamedValue[];
}

export const noProperties: BlobPropertiesDraft = {
  headers: { contentType: '', contentEncoding: '', contentLanguage: '', contentDisposition: '', cacheControl: '' },
  metadata: [],
  tags: [],
};

export function isValid({ headers, metadata, tags }: BlobPropertiesDraft): boolean {
  return (
    Object.keys(headerProblems(headers)).length === 0 &&
    !hasProblems(metadataProblems(metadata)) &&
    !hasProblems(tagProblems(tags))
  );
}

/** For the options of the job; null for none. */
export function settingsOf({ headers, metadata, tags }: BlobPropertiesDraft): BlobSettings | null {
  const settings: BlobSettings = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  if (metadata.length > 0) settings.metadata = recordOf(metadata);
  if (tags.length > 0) settings.tags = recordOf(tags);
  return Object.keys(settings).length === 0 ? null : settings;
}

const recordOf = (pairs: readonly NamedValue[]): Record<string, string> =>
  Object.fromEntries(pairs.map(({ name, value }) => [name, value]));

const placeholders: BlobHttpHeaders = {
  contentType: t`from the file extension`,
  contentEncoding: 'gzip',
  contentLanguage: 'en-GB',
  contentDisposition: 'attachment',
  cacheControl: 'max-age=3600',
};

export interface BlobPropertiesFieldsProps {
  readonly properties: BlobPropertiesDraft;
  readonly onChange: (properties: BlobPropertiesDraft) => void;
}

/** Folded as long as nothing is entered. */
export function BlobPropertiesFields({ properties, onChange }: BlobPropertiesFieldsProps) {
  const { headers, metadata, tags } = properties;
  const [isOpen, setIsOpen] = useState(() => settingsOf(properties) !== null);
  const problems = headerProblems(headers);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className={styles.properties} role="group" aria-label={t`Properties of the new blobs`}>
      <Button
        variant="quiet"
        size="small"
        icon={<Chevron size={14} aria-hidden />}
        aria-expanded={isOpen}
        onPress={() => setIsOpen(!isOpen)}
      >
        {t`Properties of the new blobs`}
      </Button>
      {isOpen ? (
        <>
          <div className={styles.headers}>
            {httpHeaderOrder.map((header) => (
              <TextField
                key={header}
                label={httpHeaderNames[header]}
                face="mono"
                value={headers[header]}
                placeholder={placeholders[header]}
                errorMessage={problems[header]}
                onChange={(value) => onChange({ ...properties, headers: { ...headers, [header]: value } })}
              />
            ))}
          </div>
          <h3 className={styles.heading}>{t`Metadata`}</h3>
          <PairsEditor
            what={t`entry`}
            pairs={metadata}
            problems={metadataProblems(metadata)}
            onChange={(pairs) => onChange({ ...properties, metadata: pairs })}
            isDisabled={false}
          />
          <h3 className={styles.heading}>{t`Blob index tags`}</h3>
          <PairsEditor
            what={t`tag`}
            pairs={tags}
            problems={tagProblems(tags)}
            onChange={(pairs) => onChange({ ...properties, tags: pairs })}
            isDisabled={false}
          />
        </>
      ) : null}
    </div>
  );
}
