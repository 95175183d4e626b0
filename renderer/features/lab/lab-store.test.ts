// Running, cancelling and failing experiments; parameters stay within their bounds.
import { describe, expect, it } from 'vitest';
import { StowageError, cancelled } from '@shared/errors';
import type { ExperimentEvent, ExperimentInfo } from '@shared/model/lab';
import { createLabStore, parametersOf } from './lab-store';

const experiment: ExperimentInfo = {
  id: 'block-size',
  title: 'Block size',
  purpose: 'Which block size moves the most.',
  parameters: [
    { name: 'count', title: 'Blocks', unit: '', defaultValue: 20, min: 1, max: 100 },
    { name: 'size', title: 'Size', unit: 'MiB', defaultValue: 4, min: 1, max: 16 },
  ],
};

const result: ExperimentEvent = {
  kind: 'result',
  elapsedMs: 12,
  requests: 3,
  distributions: [],
};

describe('parametersOf', () => {
  it('fills in defaults and keeps bounds', () => {
    expect(parametersOf(experiment, {})).toEqual({ count: 20, size: 4 });
    expect(parametersOf(experiment, { count: 1000, size: Number.NaN })).toEqual({ count: 100, size: 4 });
  });
});

describe('createLabStore', () => {
  it('shows progress, then keeps the result', async () => {
    const seen: string[] = [];
    const lab = createLabStore((input, onEvent) => {
      expect(input).toEqual({ connectionId: 'local', experimentId: 'block-size', parameters: { count: 7, size: 4 } });
      onEvent({ kind: 'progress', step: '1 MiB', done: 1, total: 3 });
      seen.push(lab.store.getState().run.kind);
      onEvent(result);
      return Promise.resolve();
    });
    lab.setValue('block-size', 'count', 7);
    await lab.start('local', experiment);
    expect(seen).toEqual(['running']);
    expect(lab.store.getState().run).toEqual({ kind: 'idle' });
    expect(lab.store.getState().results['block-size']).toBe(result);
  });

  it('is idle after a cancel and ready for another run', async () => {
    const lab = createLabStore(
      (_input, _onEvent, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(cancelled()))),
    );
    const run = lab.start('local', experiment);
    expect(lab.store.getState().runningId).toBe('block-size');
    lab.cancel();
    await run;
    expect(lab.store.getState()).toMatchObject({ run: { kind: 'idle' }, runningId: null });
  });

  it('keeps the failure for its words', async () => {
    const lab = createLabStore(() => Promise.reject(new StowageError('network.refused', 'Nobody listens.')));
    await lab.start('local', experiment);
    expect(lab.store.getState().run).toMatchObject({ kind: 'failed', error: { code: 'network.refused' } });
  });
});
