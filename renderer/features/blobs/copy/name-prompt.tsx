// Prompts for a name in a folder of a container: the new name of a blob or folder, or that of a new folder.
import { t } from '@shared/strings/t';
import type { ListingEntry } from '../listing/listing';
import { leafName } from '../names/path';
import { spokenName } from '../names/visible-name';
import styles from './copy.module.css';
import { NameDialog } from './name-dialog';
import { stemOf } from './names';

/** What the name is for. */
export type NamedThing = { readonly what: 'rename'; readonly entry: ListingEntry } | { readonly what: 'folder' };

export interface NamePromptProps {
  readonly thing: NamedThing;
  /** The folder that is shown, `''` for the top of the container. */
  readonly prefix: string;
  readonly isTaken: (name: string, kind: ListingEntry['kind']) => boolean;
  /** `hierarchical`: folders are real. */
  readonly namespace: 'hierarchical' | 'flat';
  readonly onRename: (entry: ListingEntry, name: string) => void;
  readonly onAddFolder: (name: string) => void;
  readonly onClose: () => void;
}

export function NamePrompt({ thing, prefix, isTaken, namespace, onRename, onAddFolder, onClose }: NamePromptProps) {
  if (thing.what === 'folder') {
    return (
      <NameDialog
        title={t`New folder`}
        label={t`Name`}
        initial=""
        selectedLength={0}
        confirmLabel={namespace === 'hierarchical' ? t`Create` : t`Open folder`}
        prefix={prefix}
        isTaken={(name) => isTaken(name, 'folder') || (namespace === 'hierarchical' && isTaken(name, 'blob'))}
        onClose={onClose}
        onConfirm={onAddFolder}
      >
        <p className={styles.note}>
          {namespace === 'hierarchical'
            ? t`It inherits the default entries of the access list of the folder that it is in.`
            : t`Folders exist only through the blobs in them. This folder opens now and is stored once you upload or paste something into it.`}
        </p>
      </NameDialog>
    );
  }
  const { entry } = thing;
  return (
    <NameDialog
      title={t`Rename ${spokenName(leafName(entry.name, prefix))}`}
      label={t`New name`}
      initial={leafName(entry.name, prefix)}
      selectedLength={stemOf(entry.name.slice(prefix.length)).length}
      confirmLabel={t`Rename`}
      prefix={prefix}
      isTaken={(name) =>
        isTaken(name, entry.kind) ||
        (namespace === 'hierarchical' && isTaken(name, entry.kind === 'blob' ? 'folder' : 'blob'))
      }
      onClose={onClose}
      onConfirm={(name) => onRename(entry, name)}
    >
      <p className={styles.note}>
        {namespace === 'hierarchical'
          ? t`The service renames it in one operation, with its access list and everything in it. A name that exists is not replaced.`
          : t`The service cannot rename blobs: ${entry.kind === 'folder' ? t`each blob in it` : t`the blob`} is copied to the new name, verified, and then deleted under the old name. Existing blobs are not replaced.`}
      </p>
    </NameDialog>
  );
}
