import { describe, expect, it } from 'vitest';
import { overLimitOf } from './failure-facts';

describe('the limit that a busy service names', () => {
  it.each([
    [
      '<Error><Code>ServerBusy</Code><Message>Egress is over the account limit.\nRequestId:1</Message></Error>',
      'egress',
    ],
    ['<Error><Code>ServerBusy</Code><Message>Ingress is over the account limit.</Message></Error>', 'ingress'],
    ['{"odata.error":{"message":{"value":"Operations per second is over the account limit."}}}', 'operations'],
    ['<Error><Code>ServerBusy</Code><Message>The server is busy.</Message></Error>', ''],
    ['', ''],
  ])('%s: %s', (bodyText, limit) => {
    expect(overLimitOf(bodyText)).toBe(limit);
  });
});
