// The actions of a container's tab, and the prompts that they show: files in and out, copying, deleting, verifying.
// Where they are offered is defined in use-container-offers.ts.
import { type ReactNode, useState } from 'react';
import type { SasScope } from '@shared/model/connection';
import type { OverwritePolicy } from '@shared/model/transfer';
import { useCall } from '@renderer/bridge';
import { useLearnedRights } from '@renderer/live/connection';
import { type Copying, useCopying } from './copy/use-copying';
import { type Deleting, useDeleting } from './delete/use-deleting';
import { AclDialog } from './details/acl-dialog';
import { type ContainerDisabledReasons, disabledReasonsOf } from './container-disabled-reasons';
import { forgetDenials } from '@renderer/pane/known-rights';
import { runAndReport } from './run-and-report';
import { useTransferPrompts } from './preflight/use-transfer-prompts';
import type { TransferLocation } from './transfer/start-transfer';
import { type ContainerListing, notifyContainer } from './use-container-listing';
import { type LocalFiles, useLocalFiles } from './use-local-files';
import { useCommandTarget } from './copy/use-copy-as';
import { SyncDialog } from './sync/sync-dialog';
import { VerifyFolderDialog } from './verify/verify-folder-dialog';
import { readOverwrite, rememberOverwrite } from './transfer/overwrite-choice';

export interface ContainerWorkInput {
  readonly connectionId: string;
  readonly container: string;
  readonly connectionName: string;
  readonly readOnly: boolean;
  readonly sas?: SasScope | undefined;
  /** Default: blobs of Azure. */
  readonly service?: 's3' | undefined;
  readonly environment: 'production' | 'other';
  readonly isActive: boolean;
  readonly listing: ContainerListing;
  /** Returns the focus to the rows. */
  readonly focusRows: () => void;
}

export interface ContainerWork {
  /** The folder that is shown. */
  readonly location: TransferLocation;
  readonly disabledReasons: ContainerDisabledReasons;
  /** What the service has denied here is offered again. */
  readonly tryDeniedAgain: () => void;
  readonly overwrite: OverwritePolicy;
  readonly chooseOverwrite: (policy: OverwritePolicy) => void;
  readonly files: LocalFiles;
  readonly copying: Copying;
  readonly confirmDelete: Deleting['request'];
  /** Asks which folder of this machine is compared with this folder of the container. */
  readonly verify: (prefix: string) => void;
  /** Asks what is synced with this folder of the container. */
  readonly sync: (prefix: string) => void;
  /**
   * Shows who has access to a folder or file, by its path without a slash at its end. Null in accounts without access
   * lists.
   */
  readonly showAccess: ((path: string) => void) | null;
  readonly dialogs: ReactNode;
}

export function useContainerWork(input: ContainerWorkInput): ContainerWork {
  const { connectionId, container, connectionName, environment, isActive, listing, focusRows } = input;
  const { stores, state, navigation, selected, selectedNow, noteChange, notifyOthers } = listing;
  const { actions } = stores.listing;
  const [overwrite, chooseOverwrite] = useOverwrite();
  const [verified, setVerified] = useState<string | null>(null);
  const [synced, setSynced] = useState<string | null>(null);
  const command = useCommandTarget(connectionId, connectionName);
  const location = { connectionId, container, prefix: state.prefix };
  const access = input.readOnly ? 'read-only' : 'writable';
  const [aclOf, setAclOf] = useState<string | null>(null);
  const { data: account } = useCall('blob-details.account', isActive ? { connectionId, container } : null);
  const [namespace, setNamespace] = useState<'hierarchical' | 'flat'>('flat');
  // It stays known while another tab is in front.
  if (account?.isHierarchical === true && namespace === 'flat') setNamespace('hierarchical');
  const learned = useLearnedRights(connectionId);
  const disabledReasons = disabledReasonsOf({
    container,
    connection: { ...learned, name: connectionName, sas: input.sas },
    access,
    namespace,
    ...(input.service === undefined ? {} : { service: input.service }),
    failure: state.error,
  });
  const prompts = useTransferPrompts(runAndReport);
  const files = useLocalFiles({ location, disabledReason: disabledReasons.upload, overwrite, prompts, selectedNow });
  const deleting = useDeleting({
    ...location,
    environment,
    disabledReason: disabledReasons.remove,
    undelete: disabledReasons.undelete,
    selectedNow,
    searching: stores.search.actions,
    focusRows,
    listing: actions,
    noteChange,
    notifyOthers,
  });
  const copying = useCopying({
    location,
    connectionName,
    state,
    selected,
    disabledReasons,
    overwrite,
    namespace,
    noteChange,
    notifyContainer,
    prompts,
    run: runAndReport,
    openFolder: navigation.openFolder,
    isActive,
    focusRows,
    onRename: actions.noteRename,
  });
  return {
    location,
    disabledReasons,
    tryDeniedAgain: () => forgetDenials({ id: connectionId, ...learned }, { service: 'blob', resource: container }),
    overwrite,
    chooseOverwrite,
    files,
    copying,
    confirmDelete: deleting.request,
    verify: setVerified,
    sync: setSynced,
    showAccess: namespace === 'hierarchical' ? setAclOf : null,
    dialogs: (
      <>
        {copying.element}
        {prompts.element}
        {verified === null ? null : (
          <VerifyFolderDialog location={{ ...location, prefix: verified }} onClose={() => setVerified(null)} />
        )}
        {synced === null ? null : (
          <SyncDialog
            location={{ ...location, prefix: synced }}
            command={command}
            disabledReason={disabledReasons.upload}
            onClose={() => setSynced(null)}
          />
        )}
        {deleting.element}
        {aclOf === null ? null : (
          <AclDialog
            connectionId={connectionId}
            container={container}
            path={aclOf}
            disabledReason={disabledReasons.edit}
            onClose={() => {
              setAclOf(null);
              focusRows();
            }}
          />
        )}
      </>
    ),
  };
}

/** The policy for existing names, as chosen in the tab and as default for the next one. */
function useOverwrite(): readonly [OverwritePolicy, (policy: OverwritePolicy) => void] {
  const [overwrite, setOverwrite] = useState(readOverwrite);
  const choose = (policy: OverwritePolicy): void => {
    setOverwrite(policy);
    rememberOverwrite(policy);
  };
  return [overwrite, choose];
}
