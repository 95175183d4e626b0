import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { share } from '@shared/fixtures/spread-numbers';
import type { TransferJob } from '@shared/model/transfer';
import { work } from './fixtures/work';
import { barOf, endlessBar, hiddenBar, workOfTransfer } from './work';
import { noticesOf } from './work-notices';

const states = ['moving', 'queued', 'left', 'needs-person', 'paused', 'done', 'failed', 'stopped'] as const;

describe('the bar on the taskbar', () => {
  it('is hidden while no work is in progress, and indeterminate while no progress is known', () => {
    expect(barOf([])).toBe(hiddenBar);
    expect(barOf([work({ state: 'done' }), work({ state: 'stopped' }), work({ state: 'left' })])).toBe(hiddenBar);
    expect(barOf([work({ share: null })])).toBe(endlessBar);
    expect(barOf([work({ share: null }), work({ share: 0.25 })])).toBe(0.25);
  });

  it('weights transfers by their bytes, and work on rows as an average transfer', () => {
    expect(barOf([work({ share: 1, bytes: 300 }), work({ share: 0, bytes: 100 })])).toBe(0.75);
    expect(barOf([work({ share: 0, bytes: 400 }), work({ of: 'table', share: 1, bytes: null })])).toBe(0.5);
    expect(
      barOf([work({ of: 'table', share: 0.1, bytes: null }), work({ of: 'table', share: 0.3, bytes: null })]),
    ).toBe(0.2);
  });

  it('is indeterminate for work without weight', () => {
    expect(barOf([work({ share: 0.5, bytes: 0 })])).toBe(endlessBar);
  });

  it('never leaves the range that the system accepts', () => {
    const some = fc.record({
      state: fc.constantFrom(...states),
      share: fc.option(share),
      bytes: fc.option(fc.nat()),
    });
    fc.assert(
      fc.property(fc.array(some), (list) => {
        const bar = barOf(list.map(work));
        expect(bar === hiddenBar || bar === endlessBar || (bar >= 0 && bar <= 1)).toBe(true);
      }),
    );
  });
});

describe('the name of a transfer', () => {
  it('shows invisible characters', () => {
    const job = { title: 'x\u202Egnp.exe', kind: 'download', state: 'running', failed: [] } as unknown as TransferJob;
    expect(workOfTransfer(job).title).toBe('x[U+202E]gnp.exe');
  });
});

describe('a notification', () => {
  it('reports work that was in progress and has ended, once', () => {
    const done = work({ state: 'done' });
    expect(noticesOf([work()], [done])).toEqual([{ title: 'Upload finished', body: 'cargo.bin' }]);
    expect(noticesOf([done], [done])).toEqual([]);
    expect(noticesOf([], [done])).toEqual([]);
    expect(noticesOf([work({ state: 'queued' })], [work({ state: 'failed', detail: 'Access denied.' })])).toEqual([
      { title: 'Upload failed', body: 'cargo.bin\nAccess denied.' },
    ]);
  });

  it('reports work that needs the user, and nothing that the user did', () => {
    const detail = 'Paused: the disk is full.';
    expect(noticesOf([work()], [work({ state: 'needs-person', detail })])).toEqual([
      { title: 'Upload needs attention', body: `cargo.bin\n${detail}` },
    ]);
    expect(noticesOf([work()], [work({ state: 'stopped' })])).toEqual([]);
    expect(noticesOf([work()], [work({ state: 'left' })])).toEqual([]);
  });

  it('combines work that ends together', () => {
    const before = ['a', 'b', 'c', 'd'].map((id) => work({ id }));
    const now = [
      work({ id: 'a', state: 'done' }),
      work({ id: 'b', state: 'done' }),
      work({ id: 'c', state: 'failed' }),
      work({ id: 'd', state: 'needs-person' }),
    ];
    expect(noticesOf(before, now)).toEqual([
      { title: '4 jobs ended', body: '2 finished, 1 failed, 1 needs attention' },
    ]);
  });
});
