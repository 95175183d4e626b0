import { describe, expect, it } from 'vitest';
import { endedRequest } from './fixtures/ended-request';
import { throttleCauseOf } from './request-record';

describe('the cause of a throttle', () => {
  it('is what the service answers, with the limit that it names', () => {
    const busy = endedRequest({ status: 503, errorCode: 'ServerBusy' });
    expect(throttleCauseOf(busy)).toBe('503 ServerBusy');
    expect(throttleCauseOf({ ...busy, overLimit: 'egress' })).toBe('503 ServerBusy, egress');
    expect(throttleCauseOf(endedRequest({ status: 500, errorCode: 'OperationTimedOut' }))).toBe(
      '500 OperationTimedOut',
    );
    expect(throttleCauseOf(endedRequest({ status: 429, errorCode: '429' }))).toBe('429');
  });

  it('is empty for other failures', () => {
    expect(throttleCauseOf(endedRequest({ status: 500, errorCode: 'InternalError' }))).toBe('');
    expect(throttleCauseOf(endedRequest({ status: 404, errorCode: 'TableNotFound' }))).toBe('');
  });
});
