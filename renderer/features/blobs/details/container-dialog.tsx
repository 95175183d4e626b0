// The dialog of a container's panel that is open, if any.
import type { ContainerAccess, ContainerDetails } from '@shared/model/container-details';
import { call } from '@renderer/bridge';
import type { ContainerAddress } from '../names/blob-address';
import { AccessDialog, type AccessDialogProps } from './access-dialog';
import type { DetailsVerb } from './details-actions';
import { LeaseDialog } from './lease-dialog';
import { MetadataDialog } from './metadata-dialog';
import { SasDialog } from './sas-dialog';
import { useState } from 'react';
import { orOutdated } from './save-dialog';
import { PoliciesDialog } from './policies-dialog';

export interface ContainerDialogProps {
  readonly address: ContainerAddress;
  /** Whose dialog is open, if any. */
  readonly open: DetailsVerb | null;
  /** Both undefined until they are read. */
  readonly details: ContainerDetails | undefined;
  readonly access: ContainerAccess | undefined;
  readonly readAgain: () => void;
  readonly onClose: () => void;
}

export function ContainerDialog({ address, open, details, access, readAgain, onClose }: ContainerDialogProps) {
  const onSaved = (): void => {
    onClose();
    readAgain();
  };
  if (open === 'sas-of-container') {
    const { connectionId, container } = address;
    return <SasDialog connectionId={connectionId} resource={{ kind: 'container', container }} onClose={onClose} />;
  }
  if (open === 'access' && access !== undefined) {
    return (
      <AccessDialog container={address} access={access} onClose={onClose} onSaved={onSaved} onOutdated={readAgain} />
    );
  }
  if (open === 'policies' && access !== undefined) {
    return (
      <ContainerPolicies
        container={address}
        access={access}
        onClose={onClose}
        onSaved={onSaved}
        onOutdated={readAgain}
      />
    );
  }
  if (open === 'metadata' && details !== undefined) {
    return (
      <MetadataDialog
        of="container"
        read={details}
        readAgain={() => call('container-details.read', address)}
        contentOf={() => ''}
        save={(metadata, ifMatch) =>
          call('container-details.set-metadata', { ...address, ifMatch, metadata: [...metadata] })
        }
        onClose={onClose}
        onSaved={onSaved}
      />
    );
  }
  if (open === 'lease' && details !== undefined) {
    return (
      <LeaseDialog
        subject={address}
        lease={details.lease}
        readLease={async () => (await call('container-details.read', address)).lease}
        onClose={onSaved}
      />
    );
  }
  return null;
}

/** The stored access policies of a container, which the service keeps together with its public access. */
function ContainerPolicies({ container, access, onClose, onOutdated, onSaved }: AccessDialogProps) {
  // Retained as first read, so that saving over policies that another client has stored meanwhile is rejected.
  const [{ etag, level, policies: read }] = useState(access);
  return (
    <PoliciesDialog
      kind="container"
      name={container.container}
      read={read}
      save={(policies) =>
        orOutdated(call('container-details.set-access', { ...container, ifMatch: etag, level, policies }), onOutdated)
      }
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}
