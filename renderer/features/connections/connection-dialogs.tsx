// The dialogs that the navigator opens: add, edit, test, unlock, create, delete and remove.
import { type ReactNode, useEffect, useRef } from 'react';
import { StowageError } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { RightsList } from '@renderer/pane/rights-list';
import { Button, ConfirmDialog, Dialog, ErrorNotice, showFailure, showToast } from '@renderer/ui';
import { BlockSizesDialog } from './block-sizes-dialog';
import { AddDialog, ConnectionDialog } from './connection-dialog';
import styles from './connection-dialog.module.css';
import { type Resource, deleteResource, resourcesOf } from './connection-store';
import { KeyDialog } from './key-dialog';
import { NameDialog } from './name-dialog';
import { resourceNoun } from './navigator-menu';
import { ProbeResult } from './probe-result';
import { ReportDialog } from './report-dialog';
import { SignInDialog } from './sign-in-again';
import type { ConnectionDialogRequest } from './row-dialogs';
import { UnfinishedTransfers } from './unfinished-transfers';

export interface ConnectionDialogsProps {
  readonly request: ConnectionDialogRequest | null;
  readonly onDone: () => void;
  /** The dialog for a hub; `kinds` chooses another kind of connection. */
  readonly addHub: (kinds: ReactNode) => ReactNode;
  /** To a table or container that was created, or named. */
  readonly onOpen: (connectionId: string, resource: Resource, name: string) => void;
  /** A table, container or (no name) a whole connection is gone: its tabs close. */
  readonly onGone: (connectionId: string, resource?: Resource, name?: string) => void;
}

export function ConnectionDialogs({ request, onDone, addHub, onOpen, onGone }: ConnectionDialogsProps) {
  if (request === null) return null;
  switch (request.request) {
    case 'add':
      return <AddDialog method={request.method} addHub={addHub} onClose={onDone} />;
    case 'edit':
    case 'enter-secret':
      return <ConnectionDialog purpose={{ mode: request.request, connection: request.connection }} onClose={onDone} />;
    case 'sign-in':
      return <SignInDialog connection={request.connection} onClose={onDone} />;
    case 'keys':
      return <KeyDialog connection={request.connection} onClose={onDone} />;
    case 'report':
      return <ReportDialog connection={request.connection} onClose={onDone} />;
    case 'rights':
      return <RightsDialog {...request} onClose={onDone} />;
    case 'block-sizes':
      return <BlockSizesDialog connection={request.connection} onClose={onDone} />;
    case 'test':
      return <TestDialog connection={request.connection} onClose={onDone} />;
    case 'lock':
      return <LockDialog connection={request.connection} onClose={onDone} />;
    case 'unlock':
      return <Unlocking connection={request.connection} onClose={onDone} />;
    case 'create':
    case 'open-by-name':
      return <NameDialog {...request} onOpen={onOpen} onClose={onDone} />;
    case 'remove':
      return (
        <ConfirmDialog
          title={t`Remove ${request.connection.name}`}
          isOpen
          onClose={onDone}
          confirmLabel={t`Remove ${request.connection.name}`}
          onConfirm={async () => {
            await call('connections.remove', { connectionId: request.connection.id });
            onGone(request.connection.id);
          }}
        >
          {t`Stowage removes this connection and its secret. Nothing in account ${request.connection.accountName} changes.`}
          <UnfinishedTransfers connectionId={request.connection.id} />
        </ConfirmDialog>
      );
    case 'delete': {
      const noun = resourceNoun(request.connection, request.resource);
      return (
        <ConfirmDialog
          title={t`Delete ${noun} ${request.name}`}
          isOpen
          onClose={onDone}
          confirmLabel={t`Delete ${request.name}`}
          typedName={request.name}
          onConfirm={async () => {
            await deleteResource(request.connection.id, request.resource, request.name);
            onGone(request.connection.id, request.resource, request.name);
            showToast({
              tone: 'good',
              title: t`Deleted ${noun} ${request.name}`,
              text: t`From ${request.connection.name}`,
            });
          }}
        >
          {request.resource === 'tables'
            ? t`This deletes table ${request.name} on ${request.connection.name} and every entity in it. It cannot be undone.`
            : t`This deletes ${noun} ${request.name} on ${request.connection.name} and every blob in it. It cannot be undone.`}
          {request.resource === 'containers' ? (
            <UnfinishedTransfers connectionId={request.connection.id} container={request.name} />
          ) : null}
        </ConfirmDialog>
      );
    }
  }
}

interface RightsDialogProps {
  readonly connection: ConnectionSummary;
  readonly resource: Resource;
  readonly name: string;
  readonly onClose: () => void;
}

function RightsDialog({ connection, resource, name, onClose }: RightsDialogProps) {
  return (
    <Dialog
      title={t`Your permissions in ${name === '' ? connection.name : name}`}
      isOpen
      onClose={onClose}
      size="small"
      footer={<Button variant="primary" onPress={onClose}>{t`Close`}</Button>}
    >
      {name === '' ? (
        resourcesOf(connection).map((each) => (
          <section key={each} aria-label={each === 'tables' ? t`Tables` : t`Containers`}>
            <h3 className={styles.group}>{each === 'tables' ? t`Tables` : t`Containers`}</h3>
            <RightsList connectionId={connection.id} service={each === 'tables' ? 'table' : 'blob'} resource="" />
          </section>
        ))
      ) : (
        <RightsList connectionId={connection.id} service={resource === 'tables' ? 'table' : 'blob'} resource={name} />
      )}
    </Dialog>
  );
}

interface LockingProps {
  readonly connection: ConnectionSummary;
  readonly onClose: () => void;
}

/** Renders nothing: main prompts before it unlocks. */
function Unlocking({ connection, onClose }: LockingProps) {
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    call('connections.set-locked', { connectionId: connection.id, locked: false })
      .catch((thrown: unknown) => {
        if (StowageError.from(thrown).kind !== 'cancelled') showFailure(thrown);
      })
      .finally(onClose);
  });
  return null;
}

function LockDialog({ connection, onClose }: LockingProps) {
  return (
    <ConfirmDialog
      title={t`Lock ${connection.name}`}
      isOpen
      onClose={onClose}
      tone="standard"
      confirmLabel={t`Lock`}
      onConfirm={async () => {
        await call('connections.set-locked', { connectionId: connection.id, locked: true });
      }}
    >
      {t`Writes to ${connection.name} are blocked until you unlock it.`}
    </ConfirmDialog>
  );
}

function TestDialog({ connection, onClose }: { readonly connection: ConnectionSummary; readonly onClose: () => void }) {
  const { data, error, isLoading, reload } = useCall('connections.probe', { connectionId: connection.id });
  return (
    <Dialog
      title={t`Test ${connection.name}`}
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={reload} isDisabled={isLoading}>{t`Test again`}</Button>
          <Button variant="primary" onPress={onClose}>{t`Close`}</Button>
        </>
      }
    >
      {data && !isLoading && <ProbeResult probe={data} />}
      {isLoading && <p className={styles.quiet} role="status">{t`Contacting both services…`}</p>}
      {error && <ErrorNotice error={error} />}
    </Dialog>
  );
}
