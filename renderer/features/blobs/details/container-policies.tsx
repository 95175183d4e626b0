// The stored access policies of a container, which the service keeps together with its public access.
import { call } from '@renderer/bridge';
import type { AccessDialogProps } from './access-dialog';
import { PoliciesDialog } from './policies-dialog';

export function ContainerPolicies({ container, access, onClose, onSaved }: AccessDialogProps) {
  const { etag, level, policies: read } = access;
  return (
    <PoliciesDialog
      kind="container"
      name={container.container}
      read={read}
      save={(policies) => call('container-details.set-access', { ...container, ifMatch: etag, level, policies })}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}
