// What closing a tab would lose: only what no tab that stays open shows.
import type { StagedIn } from '@renderer/features/tables';
import { describe, expect, it } from 'vitest';
import { stagedOnlyIn } from './closing';
import { type Tab, tabId } from '../tabs/tabs-store';

const table: Tab = { kind: 'table', connectionId: 'quay', table: 'Ships' };
const ada: Tab = { kind: 'entity', connectionId: 'quay', table: 'Ships', partitionKey: 'Harbour', rowKey: 'Ada' };
const bea: Tab = { ...ada, rowKey: 'Bea' };
const elsewhere: Tab = { kind: 'table', connectionId: 'fleet', table: 'Ships' };
const idOfAda = '["Harbour","Ada"]';
const staged: readonly StagedIn[] = [{ connectionId: 'quay', table: 'Ships', editIds: [idOfAda, 'insert-1'] }];

const lostBy = (tabs: readonly Tab[], closing: readonly Tab[]): readonly (readonly [string, readonly string[]])[] => {
  const ids = new Set(closing.map(tabId));
  return stagedOnlyIn(tabs, (tab) => ids.has(tabId(tab)), staged).map((each) => [each.tab.kind, each.staged.editIds]);
};

describe('closing tabs', () => {
  it('prompts once for all staged changes of a table when its tab closes', () => {
    expect(lostBy([table, ada, elsewhere], [table])).toEqual([['table', [idOfAda, 'insert-1']]]);
    expect(lostBy([table, ada, elsewhere], [table, ada, elsewhere])).toEqual([['table', [idOfAda, 'insert-1']]]);
  });

  it('prompts for an entity when its tab closes only if its table is not open', () => {
    expect(lostBy([table, ada], [ada])).toEqual([]);
    expect(lostBy([ada, bea], [ada, bea])).toEqual([['entity', [idOfAda]]]);
  });

  it('does not prompt when another table or entity closes', () => {
    expect(lostBy([table, elsewhere], [elsewhere])).toEqual([]);
    expect(lostBy([ada, bea], [bea])).toEqual([]);
  });
});
