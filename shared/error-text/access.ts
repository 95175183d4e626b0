// The texts for missing rights: credentials, signatures, secrets.
import type { ErrorContext } from '../errors';
import { plural, t } from '../strings/t';
import { account, because, ofAccount, quoted, text, what } from './phrases';
import { orByServiceCode } from './service-codes';
import type { ErrorMessage, MessagesOf } from './wording';

export const accessMessages: MessagesOf<'auth'> = {
  'auth.denied': (c) => ({
    ...orByServiceCode(c, {
      title: t`Access denied`,
      explanation: t`${account(c)} refused ${what(c)}${because(c, 'serviceCode')}.`,
      action: t`Check the credentials of the connection and the network rules of the account.`,
    }),
    ...deniedForAll(c),
    ...markDeniedAlone(c),
    ...stillDenied(c),
  }),
  'auth.key-rejected': (c) => ({
    title: t`Account key not accepted`,
    explanation: t`${account(c)} does not accept the key. It may be mistyped, or was rotated.`,
    action: t`Enter the current key in the connection.`,
  }),
  'auth.sas-expired': (c) => ({
    title: t`The SAS has expired`,
    explanation: t`The shared access signature for ${ofAccount(c)} was valid until ${text(c, 'expiredOn', t`a time in the past`)}.`,
    action: t`Enter a new SAS in the connection. Work that was under way can then go on.`,
  }),
  'auth.sas-lacks-right': (c) => ({
    title: sasLackTitle(c),
    explanation: t`The shared access signature does not allow ${what(c)}.`,
    action: t`Use a SAS that includes it, or another connection.`,
    ...markDeniedAlone(c),
    ...beyondItsPlace(c),
  }),
  'auth.clock-skew': (c) => ({
    title: t`Your clock is ${minutes(c, 'minutes')} off`,
    explanation: t`This machine’s clock is ${skew(c)} the service, so its signatures are refused.`,
    action: t`Set the clock of this machine, then try again.`,
  }),
  'auth.secret-missing': (c) => ({
    title: t`The secret is needed again`,
    explanation: t`The secret of ${quoted(c, 'connection', t`this connection`)} is not stored on this machine.`,
    action: t`Edit the connection and enter its key or SAS again.`,
  }),
  'auth.sign-in-needed': (c) => ({
    title: c.lacks === 'consent' ? t`An administrator has to agree` : t`Sign in again`,
    explanation:
      c.lacks === 'consent'
        ? t`Tenant ${quoted(c, 'tenant', t`of this account`)} has not allowed Stowage yet${authoritySays(c)}.`
        : t`The sign-in for tenant ${quoted(c, 'tenant', t`of this account`)} has ended or does not suffice${authoritySays(c)}.`,
    action:
      c.lacks === 'consent'
        ? t`Ask an administrator of the tenant to grant consent to the app registration.`
        : c.by === 'az'
          ? t`Run “az login” in a terminal, then try again. What waits here goes on.`
          : t`Sign in again. What waits here goes on.`,
  }),
  'auth.sign-in-failed': (c) => ({ ...signInFailed(c) }),
};

function scopeOf(c: ErrorContext): string {
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
      explanation: t`The command “az” was not found on this machine.`,
      action: t`Install the Azure CLI and run “az login”, or sign in with the browser.`,
    };
  }
  if (c.lacks === 'variable') {
    return {
      title: t`The environment names no identity`,
      explanation: t`${text(c, 'variable', t`A variable`)} is not set or does not hold what it should.`,
      action: t`Set AZURE_TENANT_ID, AZURE_CLIENT_ID and a secret, a certificate or a token file, then start Stowage again.`,
    };
  }
  return {
    title: t`Not signed in`,
    explanation: t`The authority did not sign in${authoritySays(c)}.`,
    action:
      c.aadCode === 'AADSTS53003' || c.aadCode === 'AADSTS530033'
        ? t`A policy of the organisation forbids this way. Sign in with the browser on a managed device, or ask an administrator.`
        : t`Try again. If it stays so, ask an administrator of the tenant and name the code above.`,
  };
}

/** Explanations for service codes that give the reason why everything is denied. */
function deniedForAll(c: ErrorContext): Partial<ErrorMessage> {
  if (c.lacks === 'network' && c.others !== 'accepted') {
    return {
      title: t`This network is not allowed`,
      explanation: t`${account(c)} refused ${what(c)}${because(c, 'serviceCode')}, which it does where its network rules leave a machine out: the credential allows it.`,
      action: t`Add the public address of this machine under Networking of the account, or work from a network that is allowed. A change takes a minute.`,
    };
  }
  if (c.lacks === 'role') {
    const role = text(c, 'role', '');
    return {
      title: t`Your role does not include it`,
      explanation: t`${account(c)} refused ${what(c)}: none of your roles there allows it.`,
      action: t`Ask an administrator to assign you “${role}” for ${scopeOf(c)}. A new role takes some minutes to work. Owner, Contributor and Reader of an account do not include its data.`,
    };
  }
  if (c.lacks === 'tenant') {
    return {
      title: t`The account is in another tenant`,
      explanation: t`${account(c)} does not accept sign-ins of this connection’s tenant.`,
      action: t`Edit the connection and choose its account again: Stowage asks the account for its tenant.`,
    };
  }
  switch (c.serviceCode) {
    case 'KeyBasedAuthenticationNotPermitted':
      return {
        title: t`The account takes no keys`,
        explanation: t`${account(c)} is set to accept neither its keys nor signatures made with them.`,
        action: t`Connect by signing in, or enter a user delegation SAS, or have keys allowed for the account.`,
      };
    case 'AuthorizationSourceIPMismatch':
      return {
        title: t`The SAS is for other addresses`,
        explanation: t`The shared access signature for ${ofAccount(c)} lets in certain addresses only, and that of this machine is none of them.`,
        action: t`Enter a SAS that includes the public address of this machine.`,
      };
    case 'AuthorizationProtocolMismatch':
      return {
        title: t`The SAS is for HTTPS only`,
        explanation: t`The shared access signature for ${ofAccount(c)} lets in nobody whose requests are not encrypted.`,
        action: t`Begin the endpoint of the connection with https.`,
      };
    case 'AccountIsDisabled':
      return {
        title: t`The account is disabled`,
        explanation: t`${account(c)} refuses every request, whoever sends it.`,
        action: t`Its owner sees the reason in Azure’s portal. What waits here goes on once it is enabled.`,
      };
    default:
      return {};
  }
}

/** If the same credential was accepted for others, neither it nor the network is to blame. */
function markDeniedAlone(c: ErrorContext): Partial<Pick<ErrorMessage, 'explanation' | 'action'>> {
  if (c.others !== 'accepted') return {};
  return {
    explanation: t`${account(c)} refused ${what(c)}${because(c, 'serviceCode')}, and accepted others with the same credential: rights differ here from blob to blob.`,
    action: t`Ask for the right to it or use a connection that has it, then try it again.`,
  };
}

/** A SAS for one blob or one container, used for a request outside of it. */
function beyondItsPlace(c: ErrorContext): Partial<ErrorMessage> {
  const container = text(c, 'reached', '');
  if (c.lacks === 'one-blob') {
    const blob = text(c, 'reachedBlob', '');
    return {
      title: t`This SAS is for one blob`,
      explanation: t`The shared access signature reaches “${blob}” in container “${container}” and nothing else: it cannot list containers, nor reach other blobs.`,
      action: t`Name that blob (${container}/${blob}), or use a SAS for the container.`,
    };
  }
  if (c.lacks !== 'one-container') return {};
  return {
    title: t`This SAS is for one container`,
    explanation: t`The shared access signature reaches container “${container}” and nothing else: it cannot list containers, nor reach others.`,
    action: t`Name that container, or use a SAS for the account.`,
  };
}

function stillDenied(c: ErrorContext): Partial<ErrorMessage> {
  if (c.validFrom === undefined) return {};
  return {
    title: t`The SAS is not valid yet`,
    explanation: t`The shared access signature for ${ofAccount(c)} is valid from ${text(c, 'validFrom', '')} on.`,
    action: t`Wait until then, or enter one that began some time ago: clocks differ by minutes.`,
  };
}

function sasLackTitle(c: ErrorContext): string {
  if (c.lacks === 'service') return t`This SAS is for another service`;
  if (c.lacks === 'resource-type') return t`This SAS does not reach that level`;
  return c.right === undefined
    ? t`This SAS does not allow that`
    : t`This SAS lacks the right to ${text(c, 'right', '')}`;
}

function skew(c: ErrorContext): string {
  if (c.direction === 'ahead') return t`ahead of`;
  return c.direction === 'behind' ? t`behind` : t`not in step with`;
}

function minutes(c: ErrorContext, name: string): string {
  const count = c[name];
  if (typeof count !== 'number') return t`some minutes`;
  return plural(count)`${count} minute | ${count} minutes`;
}
