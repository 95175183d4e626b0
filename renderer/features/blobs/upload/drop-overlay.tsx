// The overlay while files hover over a container: where they would go, or why they cannot be dropped.
import { Lock, Upload } from 'lucide-react';
import type { OverwritePolicy } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { DropGround } from '@renderer/ui';
import { BlobName } from '../names/blob-name';
import { consequenceOf } from '../transfer/overwrite-choice';
import { crumbsOf } from '../names/path';

export interface DropOverlayProps {
  readonly container: string;
  readonly prefix: string;
  /** `row`: the folder is one of those that are shown, and marked there. */
  readonly over: 'view' | 'row';
  readonly overwrite: OverwritePolicy;
  /** Why nothing can be dropped here; null when it can. */
  readonly disabledReason: string | null;
}

export function DropOverlay({ container, prefix, over, overwrite, disabledReason }: DropOverlayProps) {
  const isRejected = disabledReason !== null;
  return (
    <DropGround
      tone={isRejected ? 'refused' : 'welcome'}
      over={isRejected ? 'view' : over}
      icon={isRejected ? <Lock size={24} strokeWidth={1.5} /> : <Upload size={24} strokeWidth={1.5} />}
      title={
        <>
          {isRejected ? t`Cannot upload to ` : t`Upload to `}
          {crumbsOf(container, prefix).map((crumb, index) => (
            <span key={crumb.prefix}>
              {index > 0 ? ' / ' : ''}
              <BlobName name={crumb.label} />
            </span>
          ))}
        </>
      }
      text={disabledReason ?? t`Existing names ${consequenceOf(overwrite)}.`}
    />
  );
}

/** The folder whose row is there, in full; empty elsewhere. */
export function folderAt(target: EventTarget): string {
  return target instanceof Element ? (target.closest('[data-folder]')?.getAttribute('data-folder') ?? '') : '';
}
