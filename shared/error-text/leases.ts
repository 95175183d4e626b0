// The texts for operations that a lease does not allow. The service has many codes; they lead to three different
// actions.
import type { ErrorContext } from '../errors';
import { t } from '../strings/t';
import { capital, object } from './phrases';
import type { ErrorMessage } from './wording';

/** By the service's code; source: "Blob service error codes". */
export function leaseMessage(c: ErrorContext): ErrorMessage {
  switch (c.serviceCode) {
    case 'LeaseNotPresentWithBlobOperation':
    case 'LeaseNotPresentWithContainerOperation':
    case 'LeaseNotPresentWithLeaseOperation':
    case 'LeaseIdMismatchWithLeaseOperation':
    case 'LeaseLost':
      return {
        title: t`Lease ID does not match`,
        explanation: t`${subject(c)} has no lease with this ID. A lease ends when it expires or is broken.`,
        action: t`Enter the ID of the current lease, or acquire a new one.`,
      };
    case 'LeaseAlreadyBroken':
    case 'LeaseIsBreakingAndCannotBeAcquired':
    case 'LeaseIsBreakingAndCannotBeChanged':
    case 'LeaseIsBrokenAndCannotBeRenewed':
      return {
        title: t`The lease was broken`,
        explanation: t`The lease of ${object(c, t`the blob`)} was broken and can no longer be renewed or changed.`,
        action: t`Acquire a new lease when it has ended.`,
      };
    default:
      return {
        title: t`Leased`,
        explanation: t`${subject(c)} has an active lease of another client.`,
        action: t`Wait until the lease ends, or break it.`,
      };
  }
}

function subject(c: ErrorContext): string {
  return capital(object(c, t`The blob`));
}
