import { describe, expect, it } from 'vitest';
import type { StagedEdit } from '../model/edit';
import type { PlannedRequest } from '../model/edit-review';
import type { IndexDefinition } from '../model/table-index';
import { read, requestsOf, text, whole } from './fixtures/reviews';
import { rowText } from './index-requests';
import { reviewEdits } from './review';

const index = (name: string, property: string): IndexDefinition => ({
  name,
  property,
  state: 'ready',
  createdAt: '2026-01-01T00:00:00Z',
  writer: '0.1.0',
});
const byA = index('byA', 'A');
const entity = { partitionKey: 'P', rowKey: 'N', properties: [text('A', 'x')] };

interface Reviewing {
  readonly definitions?: readonly IndexDefinition[];
  readonly missing?: readonly string[];
  readonly grouping?: 'each' | 'batches';
}

const reviewed = (
  edits: readonly StagedEdit[],
  { definitions = [byA], missing = [], grouping = 'each' }: Reviewing = {},
) =>
  reviewEdits({
    endpoint: 'https://account.table.core.windows.net',
    table: 'T',
    edits,
    grouping,
    service: 'storage',
    indexes: { definitions, missing: new Set(missing.map((rowKey) => rowText({ partitionKey: 'P', rowKey }))) },
  });
const shown = ({ operation, rowKey, body, ifMatch, index: of }: PlannedRequest) => [
  operation,
  rowKey,
  body,
  ifMatch,
  ...(of === undefined ? [] : [of]),
];
const sent = (...input: Parameters<typeof reviewed>) =>
  reviewed(...input).steps.map((step) => requestsOf(step).map(shown));

describe('an edit of an indexed table', () => {
  it('inserts the index row in the same transaction', () => {
    const edit: StagedEdit = { kind: 'insert', id: 'i', mode: 'insert', entity };
    expect(reviewed([edit]).steps).toMatchObject([{ kind: 'transaction', partitionKey: 'P' }]);
    expect(sent([edit])).toEqual([
      [
        ['insert-or-replace', '~ix~byA~s~x!N', '{"A":"x"}', null, 'byA'],
        ['insert', 'N', '{"PartitionKey":"P","RowKey":"N","A":"x"}', null],
      ],
    ]);
  });

  it('moves the index row when the value changes, with all properties of the entity', () => {
    const edit: StagedEdit = {
      kind: 'update',
      id: 'u',
      ...whole,
      mode: 'merge',
      changes: [{ kind: 'set', ...text('A', '9') }],
    };
    expect(sent([edit])).toEqual([
      [
        ['insert-or-replace', '~ix~byA~s~9!R', '{"A":"9","B":"2"}', null, 'byA'],
        ['delete', '~ix~byA~s~1!R', null, '*', 'byA'],
        ['merge', 'R', '{"A":"9"}', 'W/"1"'],
      ],
    ]);
  });

  it('writes the copy when another property changes', () => {
    const edit: StagedEdit = {
      kind: 'update',
      id: 'u',
      ...whole,
      mode: 'merge',
      changes: [{ kind: 'set', ...text('B', '3') }],
    };
    expect(sent([edit])[0]?.[0]).toEqual(['insert-or-replace', '~ix~byA~s~1!R', '{"A":"1","B":"3"}', null, 'byA']);
    expect(sent([edit])[0]).toHaveLength(2);
  });

  it('deletes the index row with the property and with the entity, unless it is missing', () => {
    const without: StagedEdit = {
      kind: 'update',
      id: 'u',
      ...whole,
      mode: 'merge',
      changes: [{ kind: 'remove', name: 'A' }],
    };
    expect(sent([without])[0]?.map(([operation]) => operation)).toEqual(['delete', 'replace']);
    const deletion: StagedEdit = { kind: 'delete', id: 'd', ...whole };
    expect(sent([deletion])[0]?.map(([, rowKey]) => rowKey)).toEqual(['~ix~byA~s~1!R', 'R']);
    expect(sent([deletion], { missing: ['~ix~byA~s~1!R'] })[0]?.map(([, rowKey]) => rowKey)).toEqual(['R']);
  });

  it('follows a change of the RowKey, and several indexes', () => {
    const edit: StagedEdit = {
      kind: 'change-keys',
      id: 'k',
      ...whole,
      to: { partitionKey: 'P', rowKey: 'S' },
      changes: [],
    };
    expect(
      sent([edit], { definitions: [byA, index('byB', 'B')] })[0]?.map(([operation, rowKey]) => [operation, rowKey]),
    ).toEqual([
      ['insert-or-replace', '~ix~byA~s~1!S'],
      ['insert-or-replace', '~ix~byB~s~2!S'],
      ['delete', '~ix~byA~s~1!R'],
      ['delete', '~ix~byB~s~2!R'],
      ['insert', 'S'],
      ['delete', 'R'],
    ]);
  });

  it('is one request when the index has no row of it', () => {
    const edit: StagedEdit = { kind: 'delete', id: 'd', ...whole };
    expect(reviewed([edit], { definitions: [index('byC', 'C')] }).steps).toMatchObject([{ kind: 'single' }]);
  });

  it('is sent together with its index rows when batches are filled', () => {
    const edits = Array.from({ length: 60 }, (_, at): StagedEdit => {
      return { kind: 'insert', id: String(at), mode: 'insert', entity: { ...entity, rowKey: `N${at}` } };
    });
    const { steps, requests } = reviewed(edits, { grouping: 'batches' });
    expect(steps.map((step) => requestsOf(step).length)).toEqual([100, 20]);
    expect(requests).toBe(2);
    for (const step of steps) {
      const ids = requestsOf(step).map(({ editId }) => editId);
      expect(new Set(ids).size).toBe(ids.length / 2);
    }
  });

  it.each<[string, StagedEdit, string]>([
    ['an index row', { kind: 'delete', id: 'e', ...whole, read: { ...read, rowKey: '~ix~byA~s~1!R' } }, 'RowKey “R”'],
    [
      'a definition',
      { kind: 'delete', id: 'e', ...whole, read: { ...read, partitionKey: '~stowage-index' } },
      'drop indexes',
    ],
    [
      'a new row among index rows',
      { kind: 'insert', id: 'e', mode: 'insert', entity: { ...entity, rowKey: '~ix~mine' } },
      'drop indexes',
    ],
    [
      'an entity that changes its partition',
      { kind: 'change-keys', id: 'e', ...whole, to: { partitionKey: 'Q', rowKey: 'R' }, changes: [] },
      'Insert it under the new key',
    ],
    [
      'a value that leaves no room in the key',
      { kind: 'insert', id: 'e', mode: 'insert', entity: { ...entity, properties: [text('A', 'x'.repeat(501))] } },
      'Shorten the value',
    ],
  ])('is rejected with the reason: %s', (_, edit, fix) => {
    const { steps, violations } = reviewed([edit]);
    expect(steps).toEqual([]);
    expect(violations).toMatchObject([{ editId: 'e', fix: expect.stringContaining(fix) as string }]);
  });

  it('may have a long value elsewhere', () => {
    const long: StagedEdit = {
      kind: 'insert',
      id: 'i',
      mode: 'insert',
      entity: { ...entity, properties: [text('B', 'x'.repeat(500))] },
    };
    expect(reviewed([long]).violations).toEqual([]);
  });
});
