// A tab marks the row of its table or container.
import { expect, it } from 'vitest';
import { openedItem } from './tab';

const quay = { connectionId: 'quay' };
const photos = { ...quay, resource: 'containers', name: 'photos' };

it('is the container of a blob, or the table of an entity', () => {
  expect(openedItem({ ...quay, kind: 'container', container: 'photos' })).toEqual(photos);
  expect(openedItem({ ...quay, kind: 'blob', container: 'photos', name: 'ships/ada.jpg' })).toEqual(photos);
  expect(openedItem({ ...quay, kind: 'entity', table: 'Ships', partitionKey: 'Harbour', rowKey: 'Ada' })).toEqual({
    ...quay,
    resource: 'tables',
    name: 'Ships',
  });
});

it('is undefined for a tab that belongs to no table or container', () => {
  expect(openedItem({ ...quay, kind: 'undo' })).toBeNull();
  expect(openedItem(undefined)).toBeNull();
});
