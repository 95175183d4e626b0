// The meaning of the errors of msal and of authorities for the user.
import { AuthError, InteractionRequiredAuthError } from '@azure/msal-node';
import { StowageError } from '@shared/errors';
import { consentCodes } from './loopback';

/** OAuth codes, and one of msal's own, after which only signing in again helps. Everything else may work later. */
const needsUser = new Set([
  'invalid_grant',
  'interaction_required',
  'login_required',
  'consent_required',
  'no_tokens_found',
  'no_account_found',
]);

/** `network`: the last failure of the network client, which msal hides in errors of its own. */
export function signInError(thrown: unknown, tenant: string, network: StowageError | null): StowageError {
  if (thrown instanceof StowageError) return thrown;
  if (network !== null) return network;
  if (!(thrown instanceof AuthError)) return StowageError.from(thrown);
  const { errorCode, errorMessage, subError } = thrown;
  const detail = messageOf(errorMessage);
  const aadCode = /AADSTS\d+/u.exec(errorMessage)?.[0] ?? '';
  const claims = thrown instanceof InteractionRequiredAuthError ? thrown.claims : '';
  const context = {
    tenant,
    error: errorCode,
    detail,
    ...(aadCode === '' ? {} : { aadCode }),
    ...(claims === '' ? {} : { claims }),
  };
  // The device flow reports OAuth's code in the message only.
  const oauthCode = [...needsUser].find((code) => errorCode === code || errorMessage.startsWith(code)) ?? '';
  if (oauthCode !== '' || thrown instanceof InteractionRequiredAuthError) {
    const consent = errorCode === 'consent_required' || subError === 'consent_required' || consentCodes.has(aadCode);
    return new StowageError('auth.sign-in-needed', `${tenant}: ${errorCode}.`, {
      context: { ...context, ...(consent ? { lacks: 'consent' } : {}) },
    });
  }
  // The user pressed Cancel on the other device.
  const isDeclined = errorMessage.startsWith('authorization_declined');
  return new StowageError('auth.sign-in-failed', `${tenant}: ${errorCode}.`, {
    context: { ...context, ...(isDeclined ? { lacks: 'approval' } : {}) },
  });
}

/** The first sentence of the authority, without its trace ids and what msal writes before it. */
function messageOf(text: string): string {
  // What msal finds itself has only a link as its message.
  if (text.startsWith('See https://aka.ms/')) return '';
  const said = text.replace(/^Error\(s\):.*? - Description: /su, '');
  return (said.split(/\r?\n|Trace ID:/u)[0] ?? '').trim().slice(0, 400);
}
