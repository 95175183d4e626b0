// The texts for missing rights: credentials, signatures, secrets.
import type { ErrorContext } from '../errors';
import { plural, t } from '../strings/t';
import { account, because, ofAccount, quoted, text, what, whatWhere } from './phrases';
import { orByServiceCode } from './service-codes';
import type { ErrorMessage, MessagesOf } from './wording';

export const accessMessages: MessagesOf<'auth'> = {
  'auth.denied': (c) => ({
    ...orByServiceCode(c, {
      title: t`Access denied`,
      explanation: t`${account(c)} denied ${what(c)}${because(c, 'serviceCode')}.`,
      action: t`Check the credentials of the connection and the network rules of the account.`,
    }),
    ...deniedForAll(c),
    ...markDeniedAlone(c),
    ...stillDenied(c),
  }),
  'auth.key-rejected': (c) => ({
    title: t`Account key rejected`,
    explanation: t`${account(c)} does not accept the key. It may be mistyped or have been rotated.`,
    action: t`Enter the current key in the connection.`,
  }),
  'auth.sas-expired': (c) => ({
    title: t`The SAS has expired`,
    explanation: t`The shared access signature for ${ofAccount(c)} was valid until ${text(c, 'expiredOn', t`a time in the past`)}.`,
    action: t`Enter a new SAS in the connection. Interrupted work can then continue.`,
  }),
  'auth.sas-lacks-right': (c) => ({
    title: sasLackTitle(c),
    explanation: t`The shared access signature does not allow ${whatWhere(c)}.`,
    action: t`Use a SAS that includes it, or another connection.`,
    ...markDeniedAlone(c),
    ...beyondItsPlace(c),
  }),
  'auth.clock-skew': (c) => ({
    title: t`Your clock is off by ${minutes(c, 'minutes')}`,
    explanation: t`This computer’s clock is ${skew(c)} the service, so the service rejects its signatures.`,
    action: t`Set the clock of this computer, then try again.`,
  }),
  'auth.secret-missing': (c) => ({
    title: t`Secret required`,
    explanation: t`The secret of ${quoted(c, 'connection', t`this connection`)} is not stored on this computer.`,
    action: t`Edit the connection and enter its key or SAS again.`,
  }),
  'auth.sign-in-needed': (c) =>
    rejectedBecause(c) ?? {
      title: c.lacks === 'consent' ? t`Admin consent required` : t`Sign-in required`,
      explanation:
        c.lacks === 'consent'
          ? t`Tenant ${quoted(c, 'tenant', t`of this account`)} has not granted consent to Stowage yet${authoritySays(c)}.`
          : t`The sign-in for tenant ${quoted(c, 'tenant', t`of this account`)} has expired or is not sufficient${authoritySays(c)}.`,
      action:
        c.lacks === 'consent'
          ? t`Ask an administrator of the tenant to grant consent to the app registration.`
          : c.by === 'az'
            ? t`Run “az login” in a terminal, then try again. Waiting work then continues.`
            : t`Sign in again. Waiting work then continues.`,
    },
  'auth.sign-in-failed': (c) => ({ ...signInFailed(c) }),
};

function scopeOf(c: ErrorContext): string {
  if (c.scope === 'account') return ofAccount(c);
  return c.container !== undefined
    ? t`container ${quoted(c, 'container', '')}`
    : c.table !== undefined
      ? t`table ${quoted(c, 'table', '')}`
      : ofAccount(c);
}

/** The authority's own explanation, where it gave one. */
function authoritySays(c: ErrorContext): string {
  const detail = text(c, 'detail', text(c, 'error', ''));
  return detail === '' ? '' : t`: ${detail.replace(/[.\s]+$/u, '')}`;
}

function signInFailed(c: ErrorContext): ErrorMessage {
  if (c.lacks === 'az') {
    return {
      title: t`The Azure CLI is not installed`,
      explanation: t`The command “az” was not found on this computer.`,
      action: t`Install the Azure CLI and run “az login”, or sign in with the browser.`,
    };
  }
  if (c.lacks === 'variable') {
    return {
      title: t`No identity in the environment`,
      explanation: t`${text(c, 'variable', t`A variable`)} is not set or is invalid.`,
      action: t`Set AZURE_TENANT_ID, AZURE_CLIENT_ID and a secret, a certificate or a token file, then restart Stowage.`,
    };
  }
  if (c.lacks === 'consent') {
    return {
      title: t`Admin consent required`,
      explanation: t`Your tenant lets only administrators agree to an app${authoritySays(c)}.`,
      action: t`Ask an administrator of the tenant to grant consent to the app registration.`,
    };
  }
  if (c.lacks === 'own-consent') {
    return {
      title: t`Consent declined`,
      explanation: t`Stowage was not given the permissions that its sign-in requests${authoritySays(c)}.`,
      action: t`Sign in again and accept the permissions. Stowage then has the access that you have, and no more.`,
    };
  }
  if (c.lacks === 'approval') {
    return {
      title: t`Sign-in declined`,
      explanation: t`The sign-in was declined on the device where the code was entered.`,
      action: t`Try again to get a new code, and approve the sign-in there.`,
    };
  }
  return (
    rejectedBecause(c) ?? {
      title: t`Not signed in`,
      explanation: t`The sign-in was rejected${authoritySays(c)}.`,
      action: t`Try again. If it happens again, ask an administrator of the tenant and mention the code above.`,
    }
  );
}

/** Where signing in once more would be rejected in the same way; by the codes of "Microsoft Entra error codes". */
function rejectedBecause(c: ErrorContext): ErrorMessage | null {
  const action = remedies.find(([codes]) => codes.has(text(c, 'aadCode', '')))?.[1]();
  return action === undefined
    ? null
    : { title: t`Not signed in`, explanation: t`The sign-in was rejected${authoritySays(c)}.`, action };
}

const codesOf = (numbers: string): ReadonlySet<string> => new Set(numbers.split(' ').map((code) => `AADSTS${code}`));

const remedies: readonly (readonly [codes: ReadonlySet<string>, action: () => string])[] = [
  [
    codesOf('53000 53001 53003 530001 530002 530003 530033'),
    () =>
      t`A policy of your organisation does not allow this sign-in method. Sign in with the browser on a managed device, or ask an administrator.`,
  ],
  [
    codesOf('50020 50034 50053 50057 50105'),
    () => t`Sign in as another user, or ask an administrator of the tenant to give this one access.`,
  ],
  [
    codesOf('50128 50059 90002'),
    () => t`Check the tenant of the connection: its name or ID is wrong, or it was deleted.`,
  ],
  [
    codesOf('700016 700027 7000215 7000222 700024 700211 700213'),
    () =>
      t`Check the app registration: its ID, and whether its secret, certificate or federated credential has expired or been replaced.`,
  ],
];

/** Explanations for service codes that give the reason why everything is denied. */
function deniedForAll(c: ErrorContext): Partial<ErrorMessage> {
  if (c.lacks === 'network' && c.others !== 'accepted') {
    return {
      title: t`Network not allowed`,
      explanation: t`${account(c)} denied ${what(c)}${because(c, 'serviceCode')}. The credential allows it, so the account’s network rules probably exclude this computer.`,
      action: t`Add the public IP address of this computer under Networking in the account, or use an allowed network. Changes take about a minute.`,
    };
  }
  if (c.lacks === 'role') {
    const role = text(c, 'role', '');
    return {
      title: t`Role missing`,
      explanation: t`${account(c)} denied ${what(c)}: none of your roles there allows it.`,
      action: t`Ask an administrator to assign you “${role}” for ${scopeOf(c)}. A new role takes a few minutes to take effect. The roles Owner, Contributor and Reader do not include access to data.`,
    };
  }
  if (c.lacks === 'tenant') {
    return {
      title: t`The account is in another tenant`,
      explanation: t`${account(c)} does not accept sign-ins from this connection’s tenant.`,
      action: t`Edit the connection and choose its account again; Stowage then looks up the tenant of the account.`,
    };
  }
  switch (c.serviceCode) {
    case 'KeyBasedAuthenticationNotPermitted':
      return {
        title: t`Key access is disabled`,
        explanation: t`${account(c)} does not allow account keys or SAS signed with them.`,
        action: t`Connect by signing in, use a user delegation SAS, or ask for key access to be enabled.`,
      };
    case 'AuthorizationSourceIPMismatch':
      return {
        title: t`IP address not allowed by the SAS`,
        explanation: t`The shared access signature for ${ofAccount(c)} only allows certain IP addresses, and this computer’s address is not one of them.`,
        action: t`Enter a SAS that allows the public IP address of this computer.`,
      };
    case 'AuthorizationProtocolMismatch':
      return {
        title: t`The SAS requires HTTPS`,
        explanation: t`The shared access signature for ${ofAccount(c)} only allows encrypted requests.`,
        action: t`Change the endpoint of the connection to https.`,
      };
    case 'AccountIsDisabled':
      return {
        title: t`The account is disabled`,
        explanation: t`${account(c)} rejects all requests.`,
        action: t`The owner of the account can see the reason in the Azure portal. Waiting work continues once the account is enabled.`,
      };
    default:
      return {};
  }
}

/** What is denied with these codes is not a matter of permissions for a blob, whatever else was allowed. */
const notOfRights: ReadonlySet<string> = new Set([
  'AccountIsDisabled',
  'AuthorizationProtocolMismatch',
  'AuthorizationSourceIPMismatch',
  'EncryptionKeyNotAvailable',
  'InsufficientAccountPermissions',
  'KeyBasedAuthenticationNotPermitted',
  'KeyVaultAccessTokenCannotBeAcquired',
  'KeyVaultEncryptionKeyNotFound',
  'KmsKeyNotAvailable',
  'UnauthorizedBlobOverwrite',
]);

/** If the same credential was accepted for others, neither it nor the network is to blame. */
function markDeniedAlone(c: ErrorContext): Partial<Pick<ErrorMessage, 'explanation' | 'action'>> {
  if (c.others !== 'accepted' || notOfRights.has(text(c, 'serviceCode', ''))) return {};
  return {
    explanation: t`${account(c)} denied ${what(c)}${because(c, 'serviceCode')}, but allowed other requests with the same credential: permissions differ between blobs here.`,
    action: t`Request permission or use a connection that has it, then try again.`,
  };
}

/** A SAS for one blob or one container, used for a request outside of it. */
function beyondItsPlace(c: ErrorContext): Partial<ErrorMessage> {
  const container = text(c, 'reached', '');
  if (c.lacks === 'one-blob') {
    const blob = text(c, 'reachedBlob', '');
    return {
      title: t`This SAS is for one blob`,
      explanation: t`The shared access signature only covers “${blob}” in container “${container}”: it cannot list containers or access other blobs.`,
      action: t`Specify that blob (${container}/${blob}), or use a SAS for the container.`,
    };
  }
  if (c.lacks !== 'one-container') return {};
  return {
    title: t`This SAS is for one container`,
    explanation: t`The shared access signature only covers container “${container}”: it cannot list or access other containers.`,
    action: t`Specify that container, or use a SAS for the account.`,
  };
}

function stillDenied(c: ErrorContext): Partial<ErrorMessage> {
  if (c.validFrom === undefined) return {};
  return {
    title: t`The SAS is not valid yet`,
    explanation: t`The shared access signature for ${ofAccount(c)} is valid from ${text(c, 'validFrom', '')}.`,
    action: t`Wait until then, or use a SAS with an earlier start: clocks can differ by minutes.`,
  };
}

function sasLackTitle(c: ErrorContext): string {
  if (c.lacks === 'service') return t`The SAS is for another service`;
  if (c.lacks === 'resource-type') return t`The SAS does not cover this resource type`;
  return c.right === undefined ? t`Not allowed by the SAS` : t`The SAS lacks the permission: ${text(c, 'right', '')}`;
}

function skew(c: ErrorContext): string {
  if (c.direction === 'ahead') return t`ahead of`;
  return c.direction === 'behind' ? t`behind` : t`not in sync with`;
}

function minutes(c: ErrorContext, name: string): string {
  const count = c[name];
  if (typeof count !== 'number') return t`some minutes`;
  return plural(count)`${count} minute | ${count} minutes`;
}
