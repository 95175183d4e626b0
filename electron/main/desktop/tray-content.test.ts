import { describe, expect, it } from 'vitest';
import { trayMenu, trayTooltip } from './tray-content';
import type { Work } from './work';

const work = (changes: Partial<Work> = {}): Work => ({
  id: 'a',
  of: 'transfer',
  title: 'cargo.bin',
  noun: 'Upload',
  state: 'moving',
  share: 0.509,
  bytes: 100,
  rate: 12 * 1024 * 1024,
  detail: '',
  ...changes,
});

describe('the tooltip of the tray', () => {
  it('names the app while no work runs', () => {
    expect(trayTooltip([])).toBe('Stowage');
    expect(trayTooltip([work({ state: 'done' }), work({ state: 'paused' })])).toBe('Stowage');
  });

  it('shows the progress and speed of each job, as far as they are known', () => {
    const rows = work({ of: 'table', noun: 'Import', title: 'Orders', share: null, rate: 1_234.4 });
    expect(trayTooltip([work(), rows])).toBe('Upload of cargo.bin: 50%, 12.0 MiB/s\nImport of Orders: 1,234 rows/s');
    expect(trayTooltip([work({ share: null, rate: 0 })])).toBe('Upload of cargo.bin');
  });

  it('counts further and queued jobs, and stays as short as Windows requires', () => {
    const queued = work({ state: 'queued' });
    expect(trayTooltip([queued, queued])).toBe('2 waiting');
    const long = work({ title: 'x'.repeat(200), noun: 'Applying differences', of: 'table', rate: 9_999 });
    expect(trayTooltip([work(), work(), long, queued]).split('\n').at(-1)).toBe('2 more');
    const cut = trayTooltip([long, long, long, queued]);
    expect(cut).toBe(`Applying differences of ${'x'.repeat(27)}…: 50%, 9,999 rows/s\n3 more`);
    expect(cut.length).toBeLessThanOrEqual(127);
  });
});

describe('the menu of the tray', () => {
  const pressed: string[] = [];
  const note = (what: string) => (): void => void pressed.push(what);
  const actions = {
    showWindow: note('show'),
    pauseAll: note('pause'),
    resumeAll: note('resume'),
    quit: note('quit'),
  };
  const enabled = (list: readonly Work[]): unknown[] =>
    trayMenu(list, actions).flatMap(({ id, enabled: can }) => (can === undefined ? [] : [`${id} ${can}`]));

  it('offers pause and resume only when they apply', () => {
    expect(enabled([])).toEqual(['pause false', 'resume false']);
    expect(enabled([work()])).toEqual(['pause true', 'resume false']);
    expect(enabled([work({ state: 'queued' }), work({ state: 'left' })])).toEqual(['pause true', 'resume true']);
    expect(enabled([work({ state: 'paused' })])).toEqual(['pause false', 'resume true']);
    expect(enabled([work({ of: 'table' }), work({ of: 'table', state: 'paused' })])).toEqual([
      'pause true',
      'resume true',
    ]);
    // Work that waits for a key would only stop again.
    expect(enabled([work({ state: 'needs-person' })])).toEqual(['pause false', 'resume false']);
  });

  it('runs the action of each item', () => {
    for (const { click } of trayMenu([], actions)) click?.(null as never, undefined, null as never);
    expect(pressed).toEqual(['show', 'pause', 'resume', 'quit']);
  });
});
