import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { type SweptSample, judge } from './report';

const minutes = 20;
const seconds = minutes * 60;
const what = 'buffers of the other threads after a rest';

/** A look every ten seconds, every sixth after a rest; `buffers` of the other threads. */
const samples = (buffers: (atSeconds: number, isRest: boolean) => number): readonly SweptSample[] =>
  Array.from({ length: seconds / 10 }, (_, index) => {
    const [atSeconds, isRest] = [index * 10, index % 6 === 0];
    const threads = { heap: 27 * MiB, buffers: buffers(atSeconds, isRest) };
    return {
      atSeconds,
      isRest,
      main: { heap: 38 * MiB, buffers: 9 * MiB },
      threads,
      retainedJobs: 12,
      historyHours: 25,
    };
  });

const verdictOf = (swept: readonly SweptSample[]) => {
  const tally = { works: {}, bytes: 0, rows: 0, kills: 0, cuts: 0, resumed: 0, pauses: 0 };
  const outcome = { minutes, seed: 7, dayHours: 96, load: 0, tally, samples: [], swept };
  return judge(outcome).find((verdict) => verdict.what === what);
};

describe('buffers that threads keep to use them again', () => {
  it('may become more from work to work', () => {
    const swept = samples((atSeconds, isRest) => (isRest ? MiB : MiB + (atSeconds / seconds) * 100 * MiB));
    expect(verdictOf(swept)).toMatchObject({ isFlat: true, median: '1.0 MiB' });
  });

  it('may not become more from rest to rest', () => {
    const swept = samples((atSeconds) => MiB + (atSeconds / seconds) * 6 * MiB);
    expect(verdictOf(swept)?.isFlat).toBe(false);
  });

  it('are not taken for flat without enough rests', () => {
    const swept = samples(() => MiB).filter(({ isRest }, index) => !isRest || index < 72);
    expect(verdictOf(swept)).toMatchObject({ isFlat: false, summary: 'too few samples' });
  });
});
