// Turns are what a restart orders jobs by: who waited then must not come before who moved.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Entry } from './job-entry';
import { recordTurns } from './job-turns';

/** Journals that keep turns and nothing else; closed is that of a job that rests, unless something is noted in it. */
function jobsOf(turns: Readonly<Record<string, number>>, closed: readonly string[] = []): ReadonlyMap<string, Entry> {
  const entries = Object.entries(turns).map(([id, turn]) => {
    const state = { turn };
    const journal = { note: ({ at }: { readonly at: number }) => void (state.turn = at) };
    return [id, { state, journal: closed.includes(id) ? null : journal } as unknown as Entry] as const;
  });
  return new Map(entries);
}
const turnOf = (jobs: ReadonlyMap<string, Entry>, id: string): number => jobs.get(id)?.state.turn ?? Number.NaN;

it('an old job that waits again does not bring those before it before the ones that move', () => {
  const jobs = jobsOf({ paused: 1, moves: 2, 'moves too': 4, waits: 5 });
  recordTurns({ moving: ['moves', 'moves too'], waiting: ['waits', 'paused'] }, jobs);
  const order = [...jobs].sort(([, one], [, other]) => one.state.turn - other.state.turn).map(([id]) => id);
  expect(order).toEqual(['moves', 'moves too', 'waits', 'paused']);
});

it.each([
  ['rest', ['rests']],
  ['rest and have their journal open for a moment', []],
])('the turns of jobs that %s move nobody', (_what, closed) => {
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
