// Edits the HTTP headers of a blob. All of them are sent together; the stored MD5 stays.
import { httpHeaderNames, httpHeaderOrder, headerProblems } from '@shared/blob-details/metadata-rules';
import type { BlobHttpHeader, BlobHttpHeaders, NamedValue } from '@shared/model/blob-details';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { TextField } from '@renderer/ui';
import { type BlobDialogProps, SaveDialog, orOutdated } from './save-dialog';
import { MeanwhileNotice } from './meanwhile-notice';
import { blobReading, useEditing } from './use-editing';
import { useLease } from './use-lease';
import styles from './dialogs.module.css';

const examples: Readonly<Record<BlobHttpHeader, string>> = {
  contentType: 'application/octet-stream',
  contentEncoding: 'gzip',
  contentLanguage: 'en-GB',
  contentDisposition: 'attachment; filename="crates.txt"',
  cacheControl: 'max-age=3600',
};

export function HeadersDialog({ blob, details, onClose, onOutdated, onSaved }: BlobDialogProps) {
  const lease = useLease(blob, details.lease);
  const editing = useEditing({
    ...blobReading(blob, details),
    onSaved,
    pairsOf: ({ http }) => pairsOf(http),
    save: (pairs, ifMatch) =>
      orOutdated(
        call('blob-details.set-headers', { ...blob, ...lease.given, ifMatch, http: headersOf(pairs) }),
        onOutdated,
      ),
  });
  const { meanwhile, error, isSaving } = editing;
  const http = headersOf(editing.draft);
  const problems = headerProblems(http);
  return (
    <SaveDialog
      title={t`Edit HTTP headers`}
      saveLabel={t`Save headers`}
      isReady={editing.isChanged && meanwhile === null && Object.keys(problems).length === 0 && !lease.isMissing}
      isSaving={isSaving}
      error={error}
      onSave={editing.save}
      onClose={onClose}
    >
      {httpHeaderOrder.map((header) => (
        <TextField
          key={header}
          label={httpHeaderNames[header]}
          face="mono"
          value={http[header]}
          placeholder={examples[header]}
          errorMessage={problems[header]}
          isDisabled={meanwhile !== null}
          onChange={(value) => editing.setDraft(pairsOf({ ...http, [header]: value }))}
        />
      ))}
      <p className={styles.words}>
        {t`The service sends these headers with every download. Leave a field empty to unset the header.`}
        {details.contentMd5 === '' ? '' : t` The stored MD5 ${details.contentMd5} is kept.`}
      </p>
      {lease.field}
      {meanwhile === null ? null : (
        <MeanwhileNotice of="blob" meanwhile={meanwhile} what={t`headers`} goOn={editing.goOn} />
      )}
    </SaveDialog>
  );
}

function pairsOf(http: BlobHttpHeaders): readonly NamedValue[] {
  return httpHeaderOrder.map((header) => ({ name: httpHeaderNames[header], value: http[header] }));
}

function headersOf(pairs: readonly NamedValue[]): BlobHttpHeaders {
  const of = (header: BlobHttpHeader): string =>
    pairs.find(({ name }) => name === httpHeaderNames[header])?.value ?? '';
  return {
    contentType: of('contentType'),
    contentEncoding: of('contentEncoding'),
    contentLanguage: of('contentLanguage'),
    contentDisposition: of('contentDisposition'),
    cacheControl: of('cacheControl'),
  };
}
