// What the rows of a tab taught about its keys outlives a query that finds nothing.
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useSeenKeys } from './seen-keys';

afterEach(cleanup);

it('keeps the delimiter and an example while a later run has no row', () => {
  const keysAt = (index: number) => ({ partitionKey: 'contoso', rowKey: `2026;${index}` });
  const initialProps = { table: 'Orders', run: 1, rowCount: 0, keysAt };
  const { result, rerender } = renderHook(useSeenKeys, { initialProps });
  expect(result.current.example).toBeNull();
  rerender({ ...initialProps, rowCount: 20 });
  rerender({ ...initialProps, run: 2, keysAt: () => undefined as never });
  expect(result.current).toMatchObject({ delimiters: { rowKey: ';' }, example: keysAt(0) });
});
