// Schema, partitions and count from the user's point of view: the coverage is shown, and the whole can be read, paused
// and discarded.
import '@renderer/testing/missing-in-jsdom';
import { type Bridge, replaceBridge } from '@renderer/bridge';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { query, showAnalysis, stateOf } from '../fixtures/analysis-room';

const copied: string[] = [];
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  copied.length = 0;
  replaceBridge({
    engineState: () => 'running',
    onEngineState: () => () => undefined,
    call: (_name: 'clipboard.write', { text }: { readonly text: string }) => {
      copied.push(text);
      return Promise.resolve({});
    },
  } as unknown as Bridge);
});
afterEach(() => {
  cleanup();
  replaceBridge(null);
  vi.restoreAllMocks();
});

describe('schema panel', () => {
  it('describes the loaded rows and states that there are more', async () => {
    showAnalysis('schema', stateOf());
    expect((await screen.findAllByText('20 loaded rows; the result has more')).length).toBeGreaterThan(0);
    const year = screen.getByRole('row', { name: /^Year/ });
    expect(year.textContent).toContain('1990');
    expect(year.textContent).toContain('1993');
    expect(screen.getByRole('row', { name: /^Note/ }).textContent).toContain('50 %');
    expect(screen.getByRole('row', { name: /^Score/ }).textContent).toContain('9007199254740993');
    expect(screen.getByText(/1 with mixed types/)).toBeTruthy();
  });

  it('opens the column of a property', async () => {
    const { columns } = showAnalysis('schema', stateOf());
    await userEvent.click(await screen.findByRole('button', { name: 'Note' }));
    expect(columns).toEqual(['Note']);
  });

  it('states whether it covers everything or ended at a limit', async () => {
    showAnalysis('schema', stateOf({ status: 'complete' }));
    expect((await screen.findAllByText('All 20 rows of the result')).length).toBeGreaterThan(0);
    cleanup();
    showAnalysis('schema', stateOf({ status: 'complete', query: { ...query, limit: 20 } }));
    expect(
      (await screen.findAllByText('The first 20 rows, up to the limit; there may be more')).length,
    ).toBeGreaterThan(0);
  });

  it('reads the whole result live, pauses, continues and discards it', async () => {
    const user = userEvent.setup();
    const { notify, requested, forgotten } = showAnalysis('schema', stateOf());
    await user.click(await screen.findByRole('button', { name: 'Read whole result' }));
    notify(10, 'no');
    expect(screen.getByText('Reading the whole result: 10 rows so far')).toBeTruthy();
    // The button is gone; what is around it takes the keyboard, one step from the button that pauses.
    screen.getByRole('region', { name: 'Schema' }).focus();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Pause');
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(requested[0]?.signal.aborted).toBe(true);
    expect((await screen.findAllByText('Paused after 25 rows; the result has more')).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(requested[1]?.analysisId).toBe(requested[0]?.analysisId);
    notify(40, 'end');
    expect(screen.getAllByText('The whole result: 40 rows in 3 partitions').length).toBeGreaterThan(0);
    expect(screen.getByRole('row', { name: /^Year/ }).textContent).toContain('40');
    await user.click(screen.getByRole('button', { name: 'Back to loaded rows' }));
    expect(forgotten).toEqual([requested[0]?.analysisId]);
    expect(screen.getAllByText('20 loaded rows; the result has more').length).toBeGreaterThan(0);
  });

  it('shows partial results after a failure, and continues there', async () => {
    const user = userEvent.setup();
    const { notify, breakOff, requested } = showAnalysis('schema', stateOf());
    await user.click(await screen.findByRole('button', { name: 'Read whole result' }));
    notify(10, 'no');
    await breakOff('kept');
    expect((await screen.findAllByText('Failed after 25 rows; the result has more')).length).toBeGreaterThan(0);
    expect(screen.getByRole('row', { name: /^PartitionKey/ }).textContent).toContain('25');
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(requested[1]).toMatchObject({ analysisId: requested[0]?.analysisId, from: 'where-it-stopped' });
    expect(screen.queryByRole('alert')).toBeNull();
    notify(40, 'end');
    expect(screen.getAllByText('The whole result: 40 rows in 3 partitions').length).toBeGreaterThan(0);
  });

  it('can only start over after a permanent failure', async () => {
    const user = userEvent.setup();
    const { notify, breakOff, requested, forgotten } = showAnalysis('schema', stateOf());
    await user.click(await screen.findByRole('button', { name: 'Read whole result' }));
    notify(10, 'no');
    await breakOff('lost');
    expect(screen.getAllByText('Failed after 10 rows; the result has more').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Start over' }));
    expect(forgotten).toEqual([requested[0]?.analysisId]);
    expect(requested[1]).toMatchObject({ depth: 'profile', from: 'start' });
    expect(requested[1]?.analysisId).not.toBe(requested[0]?.analysisId);
    expect(screen.getAllByText('Reading the whole result').length).toBeGreaterThan(0);
  });

  it('can be sorted, searched, and copied as shown', async () => {
    const user = userEvent.setup();
    showAnalysis('schema', stateOf());
    await user.click(await screen.findByRole('button', { name: 'Property' }));
    const names = (): readonly string[] => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(names()).toEqual(['Note', 'PartitionKey', 'RowKey', 'Score', 'Timestamp', 'Year']);
    await user.type(screen.getByRole('searchbox'), 'int');
    expect(names()).toEqual(['Score', 'Year']);
    await user.click(screen.getByRole('button', { name: 'Copy as CSV' }));
    expect(copied[0]?.split('\r\n').map((line) => line.split(',')[0])).toEqual([
      'Property',
      'Score',
      'Score',
      'Year',
      '',
    ]);
  });
});

describe('partitions panel', () => {
  it('lists partitions in key order with their share, and queries one by Enter', async () => {
    const user = userEvent.setup();
    const { read } = showAnalysis('partitions', stateOf());
    const grid = await screen.findByRole('grid', { name: 'Partitions' });
    expect(
      within(grid)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['p0', 'p1', 'p2']);
    expect(within(grid).getByRole('row', { name: /p2/ }).textContent).toContain('30 %');
    grid.focus();
    await user.keyboard('{ArrowDown}{End}{Enter}');
    expect(read).toEqual(['p2']);
    expect(screen.getByText('p2: 6 rows')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Copy as CSV' }));
    expect(copied[0]?.split('\r\n')).toHaveLength(1 + 3 + 1);
  });
});

describe('row count', () => {
  it('is live, and marked as partial until it ends', async () => {
    const user = userEvent.setup();
    const { notify, requested } = showAnalysis('schema', stateOf());
    await user.click(screen.getByRole('button', { name: 'Count' }));
    expect(requested[0]?.depth).toBe('count');
    notify(12, 'no');
    expect(screen.getByText('Counting: 12 rows in 3 partitions · 120 ms')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Pause counting' }));
    expect((await screen.findAllByText(/At least 25 rows in 3 partitions/)).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Resume counting' }));
    notify(40, 'end');
    expect(screen.getAllByText('40 rows in 3 partitions · 120 ms').length).toBeGreaterThan(0);
  });

  it('counts the run that is current when pressed', async () => {
    const user = userEvent.setup();
    const next = stateOf({ run: 8 });
    const { requested, session } = showAnalysis('schema', stateOf({ run: 7 }), next);
    await user.click(screen.getByRole('button', { name: 'Count' }));
    expect(requested).toHaveLength(1);
    expect(session.store.getState().count?.run).toBe(8);
  });

  it('continues or restarts after a failure', async () => {
    const user = userEvent.setup();
    const { notify, breakOff, requested } = showAnalysis('schema', stateOf());
    await user.click(screen.getByRole('button', { name: 'Count' }));
    notify(12, 'no');
    await breakOff('kept');
    expect((await screen.findAllByText(/Counting failed after 25 rows in 3 partitions/)).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Resume counting' }));
    expect(requested[1]).toMatchObject({ analysisId: requested[0]?.analysisId, from: 'where-it-stopped' });
    await breakOff('lost');
    expect(screen.queryByRole('button', { name: 'Resume counting' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Count again' }));
    expect(requested[2]).toMatchObject({ depth: 'count', from: 'start' });
  });
});
