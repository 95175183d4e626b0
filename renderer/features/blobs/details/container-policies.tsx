// The stored access policies of a container, which the service keeps together with its public access.
import { useState } from 'react';
import { call } from '@renderer/bridge';
import type { AccessDialogProps } from './access-dialog';
import { orOutdated } from './outdated';
import { PoliciesDialog } from './policies-dialog';

export function ContainerPolicies({ container, access, onClose, onOutdated, onSaved }: AccessDialogProps) {
  // Kept as first read, so that saving over policies that somebody else has stored meanwhile is refused.
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
