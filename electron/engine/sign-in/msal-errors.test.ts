// What is passed on of an authority's error.
import { ClientAuthError, InteractionRequiredAuthError, ServerError } from '@azure/msal-node';
import { sentence } from '@shared/error-text';
import { expect, it } from 'vitest';
import { signInError } from './msal-errors';

const said = 'AADSTS700082: The refresh token has expired due to inactivity. Trace ID: 1 Correlation ID: 2';

it.each([
  ['as the authority wrote it', said],
  ['with what msal writes before it', `Error(s): Not Available - Timestamp: Not Available - Description: ${said}`],
])('passes on the first sentence of an error %s', (_how, text) => {
  const { code, context } = signInError(new InteractionRequiredAuthError('invalid_grant', '', text), 'contoso', null);
  expect({ code, context }).toMatchObject({
    code: 'auth.sign-in-needed',
    context: {
      tenant: 'contoso',
      aadCode: 'AADSTS700082',
      detail: 'AADSTS700082: The refresh token has expired due to inactivity.',
    },
  });
});

it('recognizes a code that only the message has', () => {
  expect(signInError(new ServerError('server_error', '', 'invalid_grant: gone'), 't', null).code).toBe(
    'auth.sign-in-needed',
  );
});

it.each([
  ['AADSTS50057: The user account is disabled.', /another user, or ask an administrator/],
  ['AADSTS50105: The user is not assigned to a role.', /another user, or ask an administrator/],
  ['AADSTS7000222: The client secret has expired.', /Check the app registration/],
  ['AADSTS90002: Tenant not found.', /Check the tenant/],
  ['AADSTS53000: The device is not compliant.', /policy of your organisation/],
])('advises not to sign in again where that would be rejected: %s', (text, advice) => {
  for (const error of [new InteractionRequiredAuthError('invalid_grant', '', text), new ServerError('x', '', text)]) {
    const message = sentence(signInError(error, 'contoso', null));
    expect(message).toMatch(advice);
    expect(message).not.toMatch(/Sign in again|Try again/);
  }
});

it('names the code of msal, not its link, where there is no message', () => {
  const message = sentence(signInError(new ClientAuthError('untrusted_authority', ''), 'contoso', null));
  expect(message).toContain('rejected: untrusted_authority.');
});
