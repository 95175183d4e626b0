// The notes of a bulk edit about changes that are staged in its table, and not about other tables.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { discardAll, insertEntity } from '../staging/staging';
import { stagingOf } from '../staging/staged-tables';
import { StagedHint } from './bulk-edit';

const location = { connectionId: 'local', table: 'Orders' };
const insert = (rowKey: string): void =>
  stagingOf(location).stage((before) => insertEntity(before, { partitionKey: 'p', rowKey, properties: [] }).staging);

afterEach(() => {
  cleanup();
  stagingOf(location).stage(discardAll);
});

describe('staged hint', () => {
  it('shows how many changes are staged, and their consequence', () => {
    insert('1');
    render(<StagedHint {...location} />);
    expect(screen.getByRole('note').textContent).toContain('1 change to Orders is staged but not applied.');
    cleanup();
    insert('2');
    render(<StagedHint {...location} />);
    expect(screen.getByRole('note').textContent).toContain('2 changes to Orders are staged but not applied.');
  });

  it('is absent when nothing is staged in this table', () => {
    insert('1');
    render(<StagedHint {...location} table="Movies" />);
    expect(screen.queryByRole('note')).toBeNull();
  });
});
