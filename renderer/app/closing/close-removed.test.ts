// Which tabs close when the user removes a connection, table or container.
import { describe, expect, it } from 'vitest';
import type { Tab } from '../tabs/tabs-store';
import { type Removed, showsRemoved } from './close-removed';

const quay = { connectionId: 'quay' };
const tabs: Readonly<Record<string, Tab>> = {
  table: { ...quay, kind: 'table', table: 'Ships' },
  entity: { ...quay, kind: 'entity', table: 'Ships', partitionKey: 'Harbour', rowKey: 'Ada' },
  import: { ...quay, kind: 'import', table: 'Ships' },
  otherTable: { ...quay, kind: 'table', table: 'Cargo' },
  container: { ...quay, kind: 'container', container: 'photos' },
  blob: { ...quay, kind: 'blob', container: 'photos', name: 'ships/ada.jpg' },
  otherBlob: { ...quay, kind: 'blob', container: 'charts', name: 'north.pdf' },
  undo: { ...quay, kind: 'undo' },
  elsewhere: { kind: 'table', connectionId: 'fleet', table: 'Ships' },
  blobElsewhere: { kind: 'blob', connectionId: 'fleet', container: 'photos', name: 'ships/ada.jpg' },
  lab: { kind: 'lab' },
};

const closedBy = (removed: Removed): readonly string[] =>
  Object.entries(tabs).flatMap(([name, tab]) => (showsRemoved(removed, tab) ? [name] : []));

describe('removing a connection, table or container closes', () => {
  it('all tabs of a table, but not what was applied to it', () => {
    expect(closedBy({ ...quay, resource: 'tables', name: 'Ships' })).toEqual(['table', 'entity', 'import']);
  });

  it('the tabs of a container and of its blobs', () => {
    expect(closedBy({ ...quay, resource: 'containers', name: 'photos' })).toEqual(['container', 'blob']);
  });

  it('all tabs of a connection', () => {
    const ofQuay = Object.entries(tabs).flatMap(([name, tab]) =>
      'connectionId' in tab && tab.connectionId === 'quay' ? [name] : [],
    );
    expect(closedBy(quay)).toEqual(ofQuay);
  });
});
