// Where a parallel reading can be taken up again, whatever waits in its ranges: no row is missed and none comes twice.
import type { Entity } from '@shared/model/entity';
import { describe, expect, it } from 'vitest';
import type { FetchedPage, Position } from '../page-fetch';
import type { SessionRows } from '../session-rows';
import type { KeyRange } from './key-range';
import { type RangeState, newRange, checkpointOf, takePage } from './range-state';

const start: Position = { kind: 'start' };
const at = (rowKey: string): Position => ({ kind: 'at', partitionKey: 'P', rowKey });
const entity = (rowKey: string): Entity => ({ partitionKey: 'P', rowKey, timestamp: '', etag: '', properties: [] });
const rows = (...keys: readonly string[]): SessionRows => ({ form: 'entities', rows: keys.map(entity) });

function range(from: string | null, cutFrom: RangeState | null = null): RangeState {
  const keys: KeyRange = {
    partitionKey: 'P',
    from: from === null ? null : { value: from, inclusive: false },
    to: null,
  };
  return newRange(keys, { rest: [], position: start, cutFrom, courage: 1 });
}

function came(to: RangeState, keys: readonly string[], next: Position): void {
  const page = { rows: rows(...keys), next } as Pick<FetchedPage<SessionRows>, 'rows' | 'next'>;
  const fetched = page as FetchedPage<SessionRows>;
  takePage(to, fetched, { from: to.position, after: null });
}

describe('the stand of a parallel reading', () => {
  it('begins a range with the first page that waits, not behind it', () => {
    const one = range(null);
    came(one, ['1', '2'], at('3'));
    came(one, ['3', '4'], at('5'));
    expect(checkpointOf([one], null)?.ranges).toEqual([{ range: one.range, position: start }]);
    one.pages.shift();
    expect(checkpointOf([one], null)?.ranges).toEqual([{ range: one.range, position: at('3') }]);
    one.pages.shift();
    expect(checkpointOf([one], null)?.ranges).toEqual([{ range: one.range, position: at('5') }]);
  });

  it('passes over what was handed out of a page, and of nothing else', () => {
    const one = range(null);
    came(one, ['1', '2', '3'], at('4'));
    const last = entity('2');
    const [page] = one.pages;
    if (page === undefined) throw new Error('A page came.');
    one.pages[0] = { ...page, rows: rows('3'), after: last };
    expect(checkpointOf([one, range('7')], null)?.after).toBe(last);
    one.pages.shift();
    expect(checkpointOf([one, range('7')], null)?.after).toBeNull();
  });

  it('names no part of a range whose pages wait: reading on there brings the rows of the parts too', () => {
    const whole = range(null);
    came(whole, ['1', '2'], at('3'));
    const first = range('2', whole);
    const second = range('5', first);
    whole.position = { kind: 'end' };
    expect(checkpointOf([whole, first, second], null)?.ranges).toEqual([{ range: whole.range, position: start }]);
    whole.pages.shift();
    expect(checkpointOf([first, second], null)?.ranges.map(({ range: { from } }) => from?.value)).toEqual(['2', '5']);
    came(first, ['3'], at('4'));
    expect(checkpointOf([first, second], null)?.ranges.map(({ range: { from } }) => from?.value)).toEqual(['2']);
  });

  it('holds nothing of what a range was cut from once that is handed out', () => {
    const whole = range(null);
    came(whole, ['1', '2'], { kind: 'end' });
    const part = range('2', whole);
    const partOfPart = range('5', part);
    part.position = { kind: 'end' };
    checkpointOf([whole, part, partOfPart], null);
    expect(partOfPart.cutFrom).toBe(whole);
    whole.pages.shift();
    checkpointOf([partOfPart], null);
    expect(partOfPart.cutFrom).toBeNull();
  });

  it('is nothing where nothing is left', () => {
    expect(checkpointOf([], null)).toBeNull();
  });
});
