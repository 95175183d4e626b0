// The visible rows: what is open, what is hidden, and what is shown in place of missing names.
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import { connectionWith } from '@renderer/testing/connection-with';
import type { NameList } from './connection-store';
import { type NavigatorRow, groupRowId, isFilling, isUnlistable, namesAtOnce, navigatorRows } from './navigator-rows';

const account = connectionWith({ id: 'west' });
const opened = ['connection:west', groupRowId('west', 'tables')];

function rowsOf(
  connection: ConnectionSummary,
  list: Partial<NameList>,
  { shown = namesAtOnce, fill }: { readonly shown?: number; readonly fill?: string } = {},
): readonly NavigatorRow[] {
  return navigatorRows({
    connections: [connection],
    expanded: new Set(opened),
    listOf: (_id, resource) =>
      resource === 'tables'
        ? { names: undefined, error: null, isLoading: false, ...list }
        : { names: undefined, error: null, isLoading: false },
    shownOf: () => shown,
    fillOf: () => fill,
  });
}
const kinds = (rows: readonly NavigatorRow[]): readonly string[] => rows.map(({ kind }) => kind);

describe('navigatorRows', () => {
  it('shows many names in parts, each with its position among all', () => {
    const names = Array.from({ length: 1_201 }, (_, index) => `T${index}`);
    const rows = rowsOf(account, { names });
    expect(rows.filter(({ kind }) => kind === 'item')).toHaveLength(namesAtOnce);
    expect(rows.find(({ kind }) => kind === 'more')).toMatchObject({ hidden: 701 });
    expect(rows.find(({ kind }) => kind === 'item')).toMatchObject({ position: 1, siblings: 1_201 });
    expect(kinds(rowsOf(account, { names }, { shown: 1_500 }))).not.toContain('more');
  });

  it('shows that names are loading, missing or failed in place of the names', () => {
    expect(kinds(rowsOf(account, {}))).toEqual(['connection', 'group', 'loading', 'group']);
    expect(rowsOf(account, { names: [] })[2]).toMatchObject({ kind: 'note', text: 'No tables yet', lacks: 'tables' });
    const fill = 'Loading sample data…';
    expect(rowsOf(account, { names: [] }, { fill })[2]).toMatchObject({ kind: 'note', text: fill });
    expect(rowsOf(account, { names: [] }, { fill })[2]).not.toHaveProperty('lacks');
    expect(rowsOf(account, { names: ['Ships'] }, { fill })[2]).toMatchObject({ kind: 'item', name: 'Ships' });
    const error = new StowageError('network.refused', 'Refused.');
    expect(rowsOf(account, { error })[2]).toMatchObject({ kind: 'error', error });
    // Names of an earlier listing are not shown, so they are not counted either.
    expect(rowsOf(account, { names: ['Ships'], error })[1]).toMatchObject({ kind: 'group', count: undefined });
    const empty = { names: [], error: null, isLoading: false };
    const s3 = navigatorRows({
      connections: [{ ...account, kind: 's3' }],
      expanded: new Set([...opened, groupRowId('west', 'containers')]),
      listOf: () => empty,
      shownOf: () => namesAtOnce,
      fillOf: () => undefined,
    });
    expect(s3.flatMap((row) => (row.kind === 'note' ? [row.text] : []))).toContain('No buckets yet');
  });

  it('shows that an account has no table service, and distinguishes failures that a retry may resolve', () => {
    const withBlobs = (error: StowageError, names: readonly string[] | undefined): NavigatorRow | undefined =>
      navigatorRows({
        connections: [account],
        expanded: new Set(opened),
        listOf: (_id, resource) =>
          resource === 'tables'
            ? { names: undefined, error, isLoading: false }
            : { names, error: null, isLoading: false },
        shownOf: () => namesAtOnce,
        fillOf: () => undefined,
      })[2];
    const gone = new StowageError('not-found.table', 'QueryTables was answered with 404.');
    expect(withBlobs(gone, undefined)).toMatchObject({ kind: 'note', text: 'No table service' });
    const nowhere = new StowageError('network.name-unknown', 'No such host.');
    expect(withBlobs(nowhere, ['photos'])).toMatchObject({ kind: 'note', text: 'No table service' });
    // No service is reached: the network may be down.
    expect(withBlobs(nowhere, undefined)).toMatchObject({ kind: 'error', error: nowhere });
  });

  it('shows the reason instead of empty branches for a connection that cannot be used', () => {
    expect(kinds(rowsOf({ ...account, needsSecret: true }, {}))).toEqual(['connection', 'note']);
    const stopped = connectionWith({ id: 'west', kind: 'embedded', store: 'failed' });
    expect(rowsOf(stopped, {})[1]).toMatchObject({ kind: 'note', text: 'The local store could not start.' });
  });

  it('is filling while names are read and while a local store is on its way, and not for what stays empty', () => {
    const store = (state: ConnectionSummary['store']): readonly NavigatorRow[] =>
      rowsOf(connectionWith({ id: 'west', kind: 'embedded', store: state }), { names: [] });
    const filling = (rows: readonly NavigatorRow[]): readonly string[] =>
      rows.filter(isFilling).map(({ kind }) => kind);
    expect(filling(rowsOf(account, {}))).toEqual(['loading']);
    expect(filling(store('starting'))).toEqual(['note']);
    expect(filling(store('restarting'))).toEqual(['note']);
    for (const settled of [store('running'), store('stopped'), store('failed'), rowsOf(account, { names: [] })])
      expect(filling(settled)).toEqual([]);
  });

  it('omits what a SAS cannot reach', () => {
    const sas = connectionWith({ id: 'west', kind: 'sas', sas: { level: 'container', resource: 'drop', rights: [] } });
    expect(rowsOf(sas, {}).filter(({ kind }) => kind === 'group')).toMatchObject([{ resource: 'containers' }]);
  });

  it.each([
    ['account', 'auth.sas-lacks-right', true],
    // The signature may be wrong: then nothing can be opened by its name either.
    ['account', 'auth.denied', false],
    ['table', 'auth.denied', true],
    ['table', 'auth.sas-lacks-right', true],
    ['table', 'network.refused', false],
  ] as const)('offers to open by name when a SAS of level %s met %s: %s', (level, code, isOffered) => {
    const sas = connectionWith({ id: 'west', kind: 'sas', sas: { level, rights: ['read'] } });
    const [failed] = rowsOf(sas, { error: new StowageError(code, 'No.') }).filter((row) => row.kind === 'error');
    expect(failed && isUnlistable(failed)).toBe(isOffered);
  });
});
