import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { DiskTaskKind, ResultOf, TaskKind, TaskOf } from '../worker/messages';
import type { Right } from './file-context';
import { deniedRightOf, rightsLetIn } from './task-requests';

const letIn = (kind: Exclude<TaskKind, DiskTaskKind>, input: object, result: object): readonly Right[] =>
  rightsLetIn(kind, input as TaskOf<typeof kind>, result as ResultOf<typeof kind>);
const rejection = (kind: 'copy-blob' | 'carry-block' | 'put-block-list' | 'read-tags', operation: string): Right =>
  deniedRightOf(kind, {} as never, new StowageError('auth.denied', 'No.', { context: { operation } }));

describe('the rights that a task has used', () => {
  it('are those of its requests', () => {
    expect(letIn('put-blob', {}, { outcome: 'stored' })).toContain('write');
    expect(letIn('get-blob', { bytes: 1 }, { outcome: 'written' })).toEqual(['read']);
    expect(letIn('read-blob', { side: 'target' }, { blob: null })).toEqual(['read']);
    expect(letIn('read-blob', { side: 'source' }, { blob: null })).toEqual(['read source']);
  });

  it('are none when nothing was requested or the service denied the task', () => {
    expect(letIn('put-blob', {}, { outcome: 'same' })).toEqual([]);
    expect(letIn('get-blob', { bytes: 1 }, { outcome: 'there' })).toEqual([]);
    expect(letIn('get-blob', { bytes: 0 }, { outcome: 'final' })).toEqual([]);
    expect(letIn('copy-block', {}, { outcome: 'refused' })).toEqual([]);
    // Here both were requested from the service.
    expect(letIn('compare-range', {}, { outcome: 'same' })).toEqual(['read']);
  });

  it('do not include committing after staging a block, nor tags after reading a blob', () => {
    expect(letIn('put-block', {}, {})).not.toContain(rejection('put-block-list', 'PutBlockList'));
    expect(letIn('put-block-list', {}, { outcome: 'stored' })).toContain(rejection('put-block-list', 'PutBlockList'));
    expect(letIn('read-blob', { side: 'source' }, {})).not.toContain(rejection('read-tags', 'GetBlobTags'));
  });

  it('are distinguished by whether reading or writing was denied', () => {
    expect(rejection('carry-block', 'GetBlob')).toBe('read source');
    expect(rejection('carry-block', 'PutBlock')).toBe('write');
    expect(rejection('copy-blob', 'CopyBlob')).toBe('write');
  });
});
