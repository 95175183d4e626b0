// Words, figures, groups and announcements of transfer jobs.
import { describe, expect, it } from 'vitest';
import { GiB, MiB } from '@shared/units';
import { announcementFor } from './announcements';
import { summaryParts } from './activity-status';
import { limitNote } from './dock-head';
import { tableJobOf } from '@shared/model/fixtures/table-job';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import { countByState, inOrder } from './job-groups';
import { bytesOf, cellsOf, transferText, needsUserAction, percentDone } from './transfer-text';
import { actionsOf, endingLast } from './job-actions';

describe('transferText', () => {
  it('shows rate and rest while running', () => {
    const text = transferText(transferJobOf({ bytesDone: 3.1 * GiB, bytesTotal: 4.8 * GiB }));
    expect(text).toMatchObject({ amount: '3.1 of 4.8 GiB', state: '212.4 MiB/s', time: '9 s left' });
    expect(text.spoken).toContain('Upload of survey-2026-11.parquet to photos/');
  });

  it('counts many files and shows exactly what was skipped', () => {
    const text = transferText(
      transferJobOf({ state: 'paused', filesDone: 9_400, filesSkipped: 11, filesTotal: 18_221 }),
    );
    expect(text.amount).toBe('9,411 of 18,221 files');
    expect(text.amountDetail).toContain('11 skipped');
    expect(text.state).toBe('paused');
  });

  it('shows how many files a job skipped, and no bytes, when it skipped all of them', () => {
    const skipped = { state: 'done', filesTotal: 3, filesSkipped: 3, bytesDone: 0, bytesTotal: 0 } as const;
    const note = '3 files skipped: already exists';
    expect(transferText(transferJobOf({ ...skipped, note }))).toMatchObject({
      amount: '3 skipped',
      amountDetail: note,
    });
    expect(transferText(transferJobOf({ ...skipped, filesTotal: 1_200, filesSkipped: 1_200 })).amount).toBe(
      '1,200 skipped',
    );
    expect(
      transferText(transferJobOf({ ...skipped, filesDone: 1, filesSkipped: 2, bytesTotal: 7, bytesDone: 7 })).amount,
    ).toBe('7 B');
  });

  it('shows that a job found no file, and why', () => {
    const nothing = { state: 'done', filesTotal: 0, bytesDone: 0, bytesTotal: 0 } as const;
    expect(transferText(transferJobOf(nothing))).toMatchObject({
      amount: 'no files',
      amountDetail: 'No files were found. Folders without files are not stored.',
    });
    expect(transferText(transferJobOf({ ...nothing, kind: 'copy' })).amountDetail).toBe('No blobs were found.');
    expect(transferText(transferJobOf({ ...nothing, filesTotal: 1 })).amount).toBe('0 B');
  });

  it('shows few files by their bytes', () => {
    expect(transferText(transferJobOf({ filesTotal: 3, filesDone: 2 })).amount).toBe('0.5 of 1.0 GiB');
  });

  it('shows the size of a partial plan as a minimum', () => {
    const half = { plan: 'partial', state: 'interrupted' } as const;
    expect(transferText(transferJobOf({ ...half, filesTotal: 3, filesDone: 2 })).amount).toBe('0.5 of 1.0+ GiB');
    expect(transferText(transferJobOf({ ...half, bytesDone: GiB })).amount).toBe('1.0 of 1.0+ GiB');
    const many = transferText(transferJobOf({ ...half, filesTotal: 18_221, filesDone: 18_221 }));
    expect(many.amount).toBe('18,221 of 18,221+ files');
    expect(many.amountDetail).toBe('18,221 of at least 18,221 files · 536,870,912 of at least 1,073,741,824 bytes');
    const check = transferJobOf({ ...half, kind: 'verify', filesTotal: 9, filesDone: 2 });
    expect(transferText(check).amount).toBe('2 of 9+ files');
  });

  it('shows no bytes for what failed before its size was known', () => {
    const failed = { state: 'failed', bytesDone: 0, bytesTotal: 0, filesTotal: 1, failedCount: 1 } as const;
    for (const plan of ['partial', 'whole'] as const) {
      expect(transferText(transferJobOf({ ...failed, plan }))).toMatchObject({ amount: '', state: 'failed' });
    }
  });

  it('shows once that the disk is full, with what to do', () => {
    const note = 'disk full: free up space, then resume';
    const { state, spoken } = transferText(transferJobOf({ state: 'paused', waitsFor: 'disk', note }));
    expect(state).toBe('paused');
    expect(spoken.match(/full/gu)).toHaveLength(1);
  });

  it('shows how many failed and how long it took', () => {
    const ended = transferJobOf({ state: 'failed', filesTotal: 12, filesDone: 9, failedCount: 3, endedAtMs: 13_000 });
    expect(transferText(ended)).toMatchObject({ state: '3 failed', time: 'took 12 s' });
    expect(transferText(transferJobOf({ state: 'failed', failedCount: 1 })).state).toBe('failed');
  });

  it('counts the time of its runs, not the time between them', () => {
    const resumed = transferJobOf({ state: 'done', endedAtMs: 3_600_000, ranMs: 12_000 });
    expect(transferText(resumed).time).toBe('took 12 s');
  });

  it('shows while it runs how many have failed until now, with the speed beside it', () => {
    const running = { state: 'running', filesTotal: 12, bytesPerSecond: 2_097_152, remainingMs: 8_000 } as const;
    expect(transferText(transferJobOf({ ...running, failedCount: 2 }))).toMatchObject({
      state: '2 failed',
      time: '2.0 MiB/s · 8 s left',
    });
    expect(transferText(transferJobOf({ ...running, failedCount: 2, waitsFor: 'network' })).state).toBe('offline');
    expect(transferText(transferJobOf(running))).toMatchObject({ state: '2.0 MiB/s', time: '8 s left' });
  });

  it('shows failures beside any other state', () => {
    const some = { filesTotal: 12, filesDone: 9, failedCount: 3 } as const;
    expect(transferText(transferJobOf(some))).toMatchObject({ state: '3 failed', failures: '3 failed' });
    expect(transferText(transferJobOf({ ...some, waitsFor: 'server' }))).toMatchObject({
      state: 'server busy',
      failures: '3 failed',
    });
    expect(transferText(transferJobOf({ ...some, kind: 'verify' })).failures).toBe('3 found');
    expect(transferText(transferJobOf({ ...some, state: 'failed', endedAtMs: 1 }))).toMatchObject({
      state: '3 failed',
      failures: '3 failed',
    });
    expect(transferText(transferJobOf()).failures).toBe('');
  });

  it('shows what delays a job', () => {
    expect(transferText(transferJobOf({ state: 'running', bytesPerSecond: 0, inFlight: 3 })).state).toBe(
      'no response yet',
    );
    expect(transferText(transferJobOf({ state: 'running', bytesPerSecond: 0, inFlight: 0 })).state).toBe('0 B/s');
    const answered = { state: 'running', bytesPerSecond: 0, inFlight: 3, filesTotal: 900, filesDone: 40 } as const;
    expect(transferText(transferJobOf({ ...answered, bytesDone: 0, bytesTotal: 0 })).state, 'empty files').toBe(
      '0 B/s',
    );
    for (const kind of ['verify', 'copy', 'move'] as const)
      expect(transferText(transferJobOf({ ...answered, kind })).state, kind).toBe('0 B/s');
    expect(transferText(transferJobOf({ state: 'paused', waitsFor: 'credential' })).state).toBe('needs access');
    expect(transferText(transferJobOf({ state: 'paused', waitsFor: 'person' })).state).toBe('paused');
    expect(needsUserAction({ state: 'paused', waitsFor: 'disk' })).toBe(true);
    expect(needsUserAction({ state: 'paused', waitsFor: 'credential' })).toBe(true);
    // The user chose this, and a network connection recovers without help.
    expect(needsUserAction({ state: 'paused', waitsFor: 'person' })).toBe(false);
    expect(needsUserAction({ state: 'running', waitsFor: 'network' })).toBe(false);
    expect(transferText(transferJobOf({ waitsFor: 'network' }))).toMatchObject({ state: 'offline', time: '' });
    expect(transferText(transferJobOf({ waitsFor: 'server' }))).toMatchObject({ state: 'server busy', time: '' });
    expect(transferText(transferJobOf({ state: 'waiting', waitsFor: 'turn', queuePosition: 1 })).time).toBe('next');
    expect(transferText(transferJobOf({ state: 'waiting', waitsFor: 'turn', queuePosition: 4 })).time).toBe(
      '3 ahead of it',
    );
  });

  it('shows no amount for what is counted only when the job starts', () => {
    const waiting = { state: 'waiting', bytesDone: 0, cells: '' } as const;
    expect(transferText(transferJobOf({ ...waiting, bytesTotal: 0, filesTotal: 0 })).amount).toBe('');
    const interrupted = transferJobOf({ ...waiting, state: 'interrupted', bytesTotal: 0, filesTotal: 0 });
    expect(transferText(interrupted).amount).toBe('');
    expect(transferText(transferJobOf({ ...waiting, bytesTotal: 2 * GiB })).amount).toBe('2.0 GiB');
  });

  it('speaks in the unit of the whole', () => {
    expect(bytesOf(600 * MiB, 2 * GiB)).toBe('0.6 of 2.0 GiB');
    expect(bytesOf(2 * GiB, 2 * GiB)).toBe('2.0 GiB');
    expect(bytesOf(2 * GiB - 1, 2 * GiB)).toBe('almost 2.0 of 2.0 GiB');
    expect(bytesOf(3, 512)).toBe('3 of 512 B');
  });
});

describe('cellsOf', () => {
  it('stretches few blocks and shows none as empty', () => {
    expect(cellsOf(transferJobOf({ cells: '21' }))).toBe('2'.repeat(32) + '1'.repeat(32));
    expect(cellsOf(transferJobOf({ cells: '' }))).toBe('0'.repeat(64));
  });
});

describe('percentDone', () => {
  it('is full only when done', () => {
    expect(percentDone(transferJobOf({ bytesDone: 1024 * MiB }))).toBe(99);
    expect(percentDone(transferJobOf({ state: 'done' }))).toBe(100);
    expect(percentDone(transferJobOf({ bytesTotal: 0, bytesDone: 0, filesTotal: 4, filesDone: 1 }))).toBe(25);
    // A check learns the sizes as it goes: its bytes are always nearly all of those it knows.
    const check = { kind: 'verify', bytesTotal: 100, bytesDone: 99, filesTotal: 10 } as const;
    expect(percentDone(transferJobOf({ ...check, filesDone: 3, failedCount: 1, filesSkipped: 1 }))).toBe(50);
  });
});

describe('groups', () => {
  const jobs = [
    transferJobOf({ id: 'a', state: 'done' }),
    transferJobOf({ id: 'b', state: 'waiting' }),
    transferJobOf({ id: 'c', state: 'committing' }),
    transferJobOf({ id: 'd', state: 'interrupted' }),
    transferJobOf({ id: 'e', state: 'done', failedCount: 2 }),
    transferJobOf({ id: 'f', state: 'cancelled' }),
  ];

  it('counts every job once', () => {
    expect(countByState(jobs)).toEqual({ all: 6, running: 1, waiting: 2, failed: 1, done: 2 });
  });

  it('lists running, waiting and paused ones first, then ended ones newest first', () => {
    expect(inOrder(jobs, 'all').map((job) => job.id)).toEqual(['c', 'b', 'd', 'a', 'e', 'f']);
    expect(inOrder(jobs, 'done').map((job) => job.id)).toEqual(['a', 'f']);
  });

  it('lists waiting jobs in the order of the queue', () => {
    const waiting = [3, 1, 2].map((queuePosition) =>
      transferJobOf({ id: String(queuePosition), state: 'waiting', queuePosition }),
    );
    expect(inOrder(waiting, 'all').map((job) => job.id)).toEqual(['1', '2', '3']);
  });

  it('keeps running and paused ones in the order of the queue, and ended ones newest first', () => {
    const all = (['running', 'interrupted', 'done'] as const).flatMap((state) =>
      [3, 1, 2].map((turn) => transferJobOf({ id: `${state} ${turn}`, state, ...(state === 'done' ? {} : { turn }) })),
    );
    expect(inOrder(all, 'all').map((job) => job.id)).toEqual(
      ['running 1', 'running 2', 'running 3', 'interrupted 1', 'interrupted 2', 'interrupted 3'].concat([
        'done 3',
        'done 1',
        'done 2',
      ]),
    );
  });
});

describe('summary', () => {
  it('sums requests in flight and names the bottleneck of the fastest', () => {
    const jobs = [
      transferJobOf({ inFlight: 16 }),
      transferJobOf({ id: '2', inFlight: 8, bytesPerSecond: 1, bottleneck: 'disk' }),
    ];
    expect(limitNote(jobs)).toBe('Limited by: network · 24 in flight · 8 MiB blocks');
    expect(limitNote(jobs.map((job) => ({ ...job, waitsFor: 'network' as const })))).toBe('');
    expect(limitNote([transferJobOf({ state: 'paused' })])).toBe('');
  });

  it('lists only values that exist', () => {
    expect(summaryParts([], 0)).toEqual([]);
    expect(summaryParts([transferJobOf(), transferJobOf({ id: '2', state: 'done' })], 0)).toEqual([
      { group: 'running', text: '1 running, 50 %' },
    ]);
    // A table job that is done with rejected rows is no failure.
    const rejected = tableJobOf({ state: 'done', rowsRejected: 12 });
    expect(
      summaryParts([tableJobOf(), transferJobOf({ state: 'paused' }), rejected], 1).map(({ text }) => text),
    ).toEqual(['1 running, 50 %', '1 paused', '1 unreadable']);
  });
});

describe('announcementFor', () => {
  it('speaks of endings only, once', () => {
    const running = [transferJobOf()];
    const done = [transferJobOf({ state: 'done' })];
    expect(announcementFor(running, done)).toBe('survey-2026-11.parquet uploaded to photos/.');
    expect(announcementFor(done, done)).toBeNull();
    expect(announcementFor(running, [transferJobOf({ state: 'done', filesTotal: 0 })])).toBe(
      'survey-2026-11.parquet: No files were found. Folders without files are not stored.',
    );
    expect(announcementFor([], done)).toBeNull();
    expect(announcementFor(running, [transferJobOf({ bytesDone: 1 })])).toBeNull();
  });

  it('shows the progress of a job that stopped in the middle', () => {
    const stopped = transferJobOf({ state: 'failed', filesTotal: 3_001, filesDone: 1_052, failedCount: 1 });
    expect(announcementFor([transferJobOf()], [stopped])).toBe(
      'survey-2026-11.parquet stopped after 1,052 of 3,001 files.',
    );
    expect(announcementFor([transferJobOf()], [{ ...stopped, plan: 'partial' }])).toBe(
      'survey-2026-11.parquet stopped after 1,052 of at least 3,001 files.',
    );
  });

  it('never speaks of half a plan as of all there is', () => {
    const half = transferJobOf({ state: 'failed', plan: 'partial', filesTotal: 100, filesDone: 97, failedCount: 3 });
    const announcementOf = (change: Partial<typeof half>) =>
      announcementFor([transferJobOf()], [{ ...half, ...change }]);
    expect(announcementOf({})).toBe('survey-2026-11.parquet stopped after 97 of at least 100 files.');
    expect(announcementOf({ state: 'cancelled' })).toBe('survey-2026-11.parquet: 3 of at least 100 files failed.');
    expect(announcementOf({ filesTotal: 0, filesDone: 0, failedCount: 0 })).toBe('survey-2026-11.parquet failed.');
  });

  it('counts failures and sums up many endings', () => {
    const before = ['1', '2', '3'].map((id) => transferJobOf({ id }));
    const after = ['1', '2', '3'].map((id) => transferJobOf({ id, state: id === '1' ? 'failed' : 'done' }));
    expect(announcementFor(before, after)).toBe('3 transfers ended, 1 with failures.');
    expect(
      announcementFor(
        [transferJobOf()],
        [transferJobOf({ state: 'failed', filesTotal: 12, filesDone: 9, failedCount: 3 })],
      ),
    ).toBe('survey-2026-11.parquet: 3 of 12 files failed.');
  });
});

const at = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();
const now = at(16, 10);

describe('a job under a cap or a timetable', () => {
  it("shows how much, and until when in the computer's time zone", () => {
    expect(transferText(transferJobOf(), now).pace).toBe('');
    const capped = transferJobOf({ pace: { at: 2_500_000, untilMs: at(16, 18), of: 'all' } });
    expect(transferText(capped, now).pace).toBe('limited to 2.4 MiB/s until 18:00');
    expect(transferText(capped, now).spoken).toContain('limited to 2.4 MiB/s until 18:00');
    expect(transferText(transferJobOf({ pace: { at: 2_500_000, untilMs: null, of: 'job' } }), now).pace).toBe(
      'limited to 2.4 MiB/s',
    );
  });

  it('shows that it waits, and can be started now', () => {
    const pace = { at: 'pause', untilMs: at(17, 6), of: 'all' } as const;
    const held = transferJobOf({ state: 'paused', waitsFor: 'timetable', pace });
    expect(transferText(held, now)).toMatchObject({ state: 'schedule', pace: 'until Tue 06:00' });
    expect(actionsOf(held, [])).toEqual(['start-now', 'cancel', 'pause', 'pace']);
  });
});

describe('the actions on a job', () => {
  it('start a paused job ahead of the queue only when others are queued', () => {
    const paused = transferJobOf({ state: 'paused' });
    expect(actionsOf(paused, [])).toEqual(['resume', 'cancel', 'pace']);
    expect(actionsOf(paused, ['other'])).toEqual(['resume', 'cancel', 'start-now', 'pace']);
  });

  it('end with the one that ends it, when all are listed', () => {
    expect(endingLast(['retry', 'forget', 'verify'])).toEqual(['retry', 'verify', 'forget']);
    expect(endingLast(['pause', 'cancel', 'pace'])).toEqual(['pause', 'pace', 'cancel']);
  });
});
