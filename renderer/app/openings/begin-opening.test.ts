// What runs is what the question showed.
import { useTabs } from '../tabs/tabs-store';
import { type AskedQuery, takeAskedQueries } from '@renderer/features/tables';
import { openingOfFile } from '@shared/links/read-opening';
import { renderQueryFile } from '@shared/links/query-file';
import type { QueryTerms } from '@shared/model/saved-query';
import { wholeFilter } from '@shared/query/key-filter';
import { afterEach, expect, it } from 'vitest';
import { openTarget } from './begin-opening';
import { costOfTerms } from './opening-cost';

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
])('puts into the bar what was shown: %s', (_what, terms) => {
  const place = { kind: 'columns' as const, columns: ['Late'] };
  const opening = openingOfFile(renderQueryFile({ name: 'Late', description: '' }, place, terms));
  if (opening.state !== 'read' || opening.target.kind !== 'columns') throw new Error('It was not read.');
  const asked: AskedQuery[] = [];
  const stop = takeAskedQueries('c', 'Orders', (query) => asked.push(query));
  openTarget(opening.target, { connectionId: 'c', table: 'Orders' }, 'run');
  stop();
  expect(asked.map((query) => wholeFilter(query.terms).text)).toEqual([costOfTerms(opening.target.terms).filter]);
});
