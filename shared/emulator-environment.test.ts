import { expect, it } from 'vitest';
import { emulatorEnvironment } from './emulator-environment';

it('carries nothing that makes the store report anywhere, or another store', () => {
  const env = emulatorEnvironment({
    PATH: '/bin',
    EMPTY: undefined,
    APPLICATIONINSIGHTS_CONNECTION_STRING: 'x',
    APPINSIGHTS_INSTRUMENTATIONKEY: 'x',
    AZURITE_ACCOUNTS: 'x',
    AZURITE_DB: 'x',
  });
  expect(env).toEqual({
    PATH: '/bin',
    APPLICATION_INSIGHTS_NO_STATSBEAT: 'true',
    APPLICATION_INSIGHTS_NO_DIAGNOSTIC_CHANNEL: 'true',
  });
});
