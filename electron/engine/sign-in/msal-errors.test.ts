// What is passed on of an authority's error.
import { InteractionRequiredAuthError, ServerError } from '@azure/msal-node';
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
