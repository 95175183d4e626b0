// Edits the metadata of a blob, under its lease if it has one.
import { call } from '@renderer/bridge';
import type { BlobDialogProps } from './dialog-props';
import { MetadataDialog } from './metadata-dialog';
import { orOutdated } from './outdated';
import { blobReading } from './use-editing';
import { useLease } from './use-lease';

export function BlobMetadataDialog({ blob, details, onClose, onOutdated, onSaved }: BlobDialogProps) {
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
