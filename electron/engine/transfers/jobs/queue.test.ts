// The order of the turns of jobs, which a restart restores. For the recovery of jobs see registry.test.ts of all jobs.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Job } from './job';
import { recordTurns } from './queue';

// Turns are what a restart orders jobs by: who waited then must not come before who moved.
describe('turns', () => {
  /**
   * Journals that store only positions in the queue; that of a resting job is closed, unless something is recorded in
   * it.
   */
  function jobsOf(turns: Readonly<Record<string, number>>, closed: readonly string[] = []): ReadonlyMap<string, Job> {
    const entries = Object.entries(turns).map(([id, turn]) => {
      const state = { turn };
      const note = ({ at }: { readonly at: number }): void => {
        if (!closed.includes(id)) state.turn = at;
      };
      return [id, { state, note } as unknown as Job] as const;
    });
    return new Map(entries);
  }
  const turnOf = (jobs: ReadonlyMap<string, Job>, id: string): number => jobs.get(id)?.state.turn ?? Number.NaN;

  it('an old job that waits again does not bring those before it before the ones that move', () => {
    const jobs = jobsOf({ paused: 1, moves: 2, 'moves too': 4, waits: 5 });
    recordTurns({ moving: ['moves', 'moves too'], waiting: ['waits', 'paused'] }, jobs);
    const order = [...jobs].sort(([, one], [, other]) => one.state.turn - other.state.turn).map(([id]) => id);
    expect(order).toEqual(['moves', 'moves too', 'waits', 'paused']);
  });

  it.each([
    ['rest', ['rests']],
    ['rest and have their journal open for a moment', []],
  ])('the positions of jobs that %s affect no other job', (_what, closed) => {
    const jobs = jobsOf({ moves: 1, waits: 2, rests: 9 }, closed);
    recordTurns({ moving: ['moves'], waiting: ['waits'] }, jobs);
    expect(turnOf(jobs, 'waits')).toBe(2);
  });

  it('who waits comes after all that move, in its order, whatever the turns were', () => {
    const turns = fc.array(fc.integer({ min: -5, max: 20 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(turns, fc.array(fc.nat(20), { maxLength: 3 }), (waitingTurns, movingTurns) => {
        const waiting = waitingTurns.map((_, index) => `w${index}`);
        const moving = movingTurns.map((_, index) => `m${index}`);
        const jobs = jobsOf(
          Object.fromEntries(
            [...waiting, ...moving].map((id, index) => [id, [...waitingTurns, ...movingTurns][index] ?? 0]),
          ),
        );
        recordTurns({ moving, waiting }, jobs);
        const turnsBefore = waiting.map((id) => turnOf(jobs, id));
        expect(moving.map((id) => turnOf(jobs, id))).toEqual(movingTurns);
        expect(Math.min(...turnsBefore)).toBeGreaterThan(Math.max(-Infinity, ...movingTurns));
        expect(turnsBefore).toEqual([...new Set(turnsBefore)].sort((one, other) => one - other));
      }),
    );
  });
});
