import { describe, expect, it } from 'vitest';
import { type ErrorCode, StowageError } from '@shared/errors';
import { markOutOfTime } from '../../azure/retry-policy';
import { showsTheLineWasAway, classifyFailure, waitReasonOf } from './failure-class';

const error = (code: ErrorCode): StowageError => new StowageError(code, 'It failed.');

describe('what a failure means for its job', () => {
  it('is the end of the job once a busy service had all the time there is, and of the file otherwise', () => {
    const busy = error('throttled.server-busy');
    expect(classifyFailure(markOutOfTime(busy), 'yes')).toBe('job');
    expect(classifyFailure(busy, 'yes')).toBe('file');
    expect(classifyFailure(markOutOfTime(error('throttled.server-error')), 'yes')).toBe('file');
  });

  it.each([
    ['auth.sas-expired', 'pause'],
    ['auth.key-rejected', 'pause'],
    ['auth.clock-skew', 'pause'],
    ['auth.sas-lacks-right', 'refused'],
    ['auth.denied', 'refused'],
    ['local.disk-full', 'pause'],
    ['not-found.container', 'job'],
    ['network.certificate', 'job'],
    ['network.not-azure', 'job'],
    ['network.name-unknown', 'network'],
    ['network.refused', 'network'],
    ['network.timeout', 'network'],
    ['conflict.leased', 'file'],
    ['not-found.blob', 'file'],
    ['local.denied', 'file'],
  ] as const)('%s → %s, when the service has answered before', (code, expected) => {
    expect(classifyFailure(error(code), 'yes')).toBe(expected);
  });

  it.each([
    ['AuthenticationFailed', 'pause'],
    ['AuthorizationSourceIPMismatch', 'pause'],
    ['KeyBasedAuthenticationNotPermitted', 'pause'],
    ['AuthorizationPermissionMismatch', 'refused'],
    ['AuthorizationFailure', 'refused'],
    ['UnauthorizedBlobOverwrite', 'file'],
  ])('a rejection with code %s → %s', (serviceCode, expected) => {
    const rejected = new StowageError('auth.denied', 'No.', { context: { serviceCode, status: 403 } });
    expect(classifyFailure(rejected, 'yes')).toBe(expected);
  });

  it('treats a 401 as a statement about the credential', () => {
    expect(classifyFailure(new StowageError('auth.denied', 'No.', { context: { status: 401 } }), 'yes')).toBe('pause');
  });

  it('treats a host that refuses from the start as a wrong address, and an unresolved name as an outage', () => {
    expect(classifyFailure(error('network.refused'), 'no')).toBe('job');
    expect(classifyFailure(error('network.name-unknown'), 'no')).toBe('network');
    expect(classifyFailure(error('network.reset'), 'no')).toBe('file');
  });

  it.each([
    ['network.refused', true],
    ['network.name-unknown', true],
    ['network.reset', false],
    ['conflict.exists', false],
  ] as const)('%s shows that the line was away: %s', (code, shows) => {
    expect(showsTheLineWasAway(error(code))).toBe(shows);
  });

  it('names the cause of the wait', () => {
    expect(waitReasonOf(error('local.disk-full'))).toBe('disk');
    expect(waitReasonOf(error('auth.denied'))).toBe('credential');
  });
});
