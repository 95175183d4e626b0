// What runs is what the question showed.
import { useTabs } from '../tabs/tabs-store';
import { type RequestedQuery, takeRequestedQueries } from '@renderer/features/tables';
import { openRequestOfFile, renderQueryFile } from '@shared/links/query-file';
import type { QueryTerms } from '@shared/model/saved-query';
import { wholeFilter } from '@shared/query/key-filter';
import { afterEach, expect, it } from 'vitest';
import { openTarget } from './begin-opening';
import { costOfTerms } from './open-prompt-body';

afterEach(() => useTabs.setState({ tabs: [] }));

it.each<[string, QueryTerms]>([
  [
    'a filter beside conditions that it stands in place of',
    {
      partitionKey: { kind: 'is', value: 'x' },
      rowKey: { kind: 'any' },
      select: [],
      where: { kind: 'truth', property: 'Late' },
      filterText: "PartitionKey eq 'a'",
    },
  ],
  [
    'a blank filter beside conditions',
    {
      partitionKey: { kind: 'is', value: 'x' },
      rowKey: { kind: 'any' },
      select: [],
      where: { kind: 'truth', property: 'Late' },
      filterText: ' ',
    },
  ],
  [
    'conditions alone',
    {
      partitionKey: { kind: 'is', value: 'x' },
      rowKey: { kind: 'any' },
      select: [],
      where: { kind: 'truth', property: 'Late' },
    },
  ],
])('fills the bar with what the prompt showed: %s', (_what, terms) => {
  const target = { kind: 'columns' as const, columns: ['Late'] };
  const openRequest = openRequestOfFile(renderQueryFile({ name: 'Late', description: '' }, target, terms));
  if (openRequest.state !== 'read' || openRequest.target.kind !== 'columns') throw new Error('It was not read.');
  const requested: RequestedQuery[] = [];
  const stop = takeRequestedQueries('c', 'Orders', (query) => requested.push(query));
  openTarget(openRequest.target, { connectionId: 'c', table: 'Orders' }, 'run');
  stop();
  expect(requested.map((query) => wholeFilter(query.terms).text)).toEqual([
    costOfTerms(openRequest.target.terms).filter,
  ]);
});
