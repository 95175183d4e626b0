// What a row says of a cap or a timetable, and what can be done with a job.
import { describe, expect, it } from 'vitest';
import { actionsOf, endingLast } from './job-actions';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import { jobText } from './job-text';

const at = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();
const now = at(16, 10);

describe('a job under a cap or a timetable', () => {
  it('says how much, and until when in the clock of the computer', () => {
    expect(jobText(transferJobOf(), now).pace).toBe('');
    const capped = transferJobOf({ pace: { at: 2_500_000, untilMs: at(16, 18), of: 'all' } });
    expect(jobText(capped, now).pace).toBe('limited to 2.4 MiB/s until 18:00');
    expect(jobText(capped, now).spoken).toContain('limited to 2.4 MiB/s until 18:00');
    expect(jobText(transferJobOf({ pace: { at: 2_500_000, untilMs: null, of: 'job' } }), now).pace).toBe(
      'limited to 2.4 MiB/s',
    );
  });

  it('says that it waits, and can be started now', () => {
    const pace = { at: 'pause', untilMs: at(17, 6), of: 'all' } as const;
    const held = transferJobOf({ state: 'paused', waitsFor: 'timetable', pace });
    expect(jobText(held, now)).toMatchObject({ state: 'timetable', pace: 'until Tue 06:00' });
    expect(actionsOf(held, [])).toEqual(['start-now', 'cancel', 'pause', 'pace']);
  });
});

describe('the acts on a job', () => {
  it('begin a paused job out of turn only where others wait for theirs', () => {
    const paused = transferJobOf({ state: 'paused' });
    expect(actionsOf(paused, [])).toEqual(['resume', 'cancel', 'pace']);
    expect(actionsOf(paused, ['other'])).toEqual(['resume', 'cancel', 'start-now', 'pace']);
  });

  it('end with what ends it, where all are listed', () => {
    expect(endingLast(['retry', 'forget', 'verify'])).toEqual(['retry', 'verify', 'forget']);
    expect(endingLast(['pause', 'cancel', 'pace'])).toEqual(['pause', 'pace', 'cancel']);
  });
});
