// Running, cancelling and failing experiments; what was typed and what it means.
import { describe, expect, it } from 'vitest';
import { StowageError, cancelled } from '@shared/errors';
import { experimentOf, asOffered } from '@shared/lab/definitions';
import { noTotals } from '@shared/lab/fixtures/no-totals';
import type { RunHead } from '@shared/lab/run';
import type { LabEvent } from '@shared/lab/lab-messages';
import { draftOf, draftText, presetOf, readDraft } from './drafts';
import { type RunEffects, createLabStore, watchRuns } from './lab-store';

const sweep = asOffered(experimentOf('batch-sweep'));
const dryRun = {
  settings: 1,
  repetitions: 1,
  requests: 1,
  bytesUp: 0,
  bytesDown: 0,
  elapsedMs: 1,
  cost: 0,
  diskBytes: 0,
  creates: [],
  table: '',
  disabledReasons: [],
};
const started: LabEvent = { kind: 'started', runId: 'r-1', columns: ['step', 'durationMs'], dryRun, seed: 4 };
const progress = (rows: [string, number][]): LabEvent => ({
  kind: 'progress',
  phase: 'measuring',
  step: 'one',
  done: 0,
  total: 2,
  remainingMs: null,
  totals: noTotals,
  rows,
});
const ended: LabEvent = { kind: 'ended', head: { id: 'r-1' } as RunHead };
const choice = { connectionId: 'local', name: '', node: '' };
const lab = (start: RunEffects['start'], cancel: RunEffects['cancel'] = () => Promise.resolve()) =>
  createLabStore({ start, cancel });

describe('drafts', () => {
  it('are parsed field by field, and report each error at its field', () => {
    const { values, problems } = readDraft(sweep, { batchSizes: '1, 200', entities: '60' });
    expect(values).toBeNull();
    expect(problems).toEqual({ batchSizes: '200 is out of range. Use whole numbers from 1 to 100.' });
    expect(readDraft(sweep, { entities: '60' }).values).toMatchObject({
      entities: 60,
      batchSizes: [1, 5, 20, 50, 100],
    });
    expect(readDraft(sweep, { lineChanges: 'delayMs=x' }).problems).toHaveProperty('lineChanges');
  });
  it('know the preset they equal', () => {
    const store = lab(() => Promise.resolve());
    const preset = sweep.presets.find(({ id }) => id === 'study-2012')!;
    store.replaceDraft(sweep.id, draftOf(sweep, preset.values));
    const draft = store.store.getState().drafts[sweep.id]!;
    expect([presetOf(sweep, {}), presetOf(sweep, draft), draftText(sweep, draft, 'entities')]).toEqual([
      'quick',
      'study-2012',
      '2000000',
    ]);
    store.type(sweep.id, 'entities', '41000');
    expect(presetOf(sweep, store.store.getState().drafts[sweep.id]!)).toBe('');
  });
});

describe('a run', () => {
  it('delivers its rows while it runs, and is over when it was saved', async () => {
    const seen: unknown[] = [];
    const store = lab((input, onEvent) => {
      expect(input).toMatchObject({ experimentId: 'batch-sweep', parameters: { entities: 60 } });
      for (const event of [started, progress([['one', 3]]), progress([['one', 5]])]) onEvent(event);
      seen.push(store.store.getState().live);
      onEvent(ended);
      return Promise.resolve();
    });
    await store.start('batch-sweep', { entities: 60 }, choice);
    expect(seen).toMatchObject([
      {
        runId: 'r-1',
        rows: [
          ['one', 3],
          ['one', 5],
        ],
        progress: { total: 2 },
      },
    ]);
    expect(store.store.getState()).toMatchObject({
      live: null,
      runsChanged: 1,
      finished: { 'batch-sweep': { id: 'r-1' } },
    });
  });

  it('is cancelled by its id, so that it can save its rows', async () => {
    const cancelledRuns: string[] = [];
    let end = (): void => undefined;
    const store = lab(
      (_, onEvent) => {
        onEvent(started);
        return new Promise((resolve) => (end = resolve));
      },
      (runId) => {
        cancelledRuns.push(runId);
        end();
        return Promise.resolve();
      },
    );
    const run = store.start('batch-sweep', {}, choice);
    store.cancel();
    await run;
    expect(cancelledRuns).toEqual(['r-1']);
    expect(store.store.getState().live).toBeNull();
  });

  it('keeps its failure until the next one, and no cancellation', async () => {
    const outcomes = [new StowageError('network.refused', 'Nobody listens.'), cancelled()];
    const store = lab(() => Promise.reject(outcomes.shift() ?? new Error('over')));
    await store.start('batch-sweep', {}, choice);
    expect(store.store.getState().failures['batch-sweep']).toMatchObject({ code: 'network.refused' });
    await store.start('batch-sweep', {}, choice);
    expect(store.store.getState().failures).toEqual({});
  });

  it('reports its connection when it is over, however it ended', async () => {
    const store = lab((_, onEvent) => {
      onEvent(started);
      return Promise.reject(new StowageError('network.refused', 'Nobody listens.'));
    });
    const rested: string[] = [];
    const stop = watchRuns(store, (connectionId) => rested.push(connectionId));
    await store.start('batch-sweep', {}, choice);
    stop();
    await store.start('batch-sweep', {}, choice);
    expect(rested).toEqual(['local']);
  });
});
