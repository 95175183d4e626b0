// The progress of a job while it moves, as bytes and as cells.
import { describe, expect, it } from 'vitest';
import { blockNumber } from '@shared/model/block-number';
import { JobProgress, cellsByBytes, cellsOf, stateOfAll, unit } from './job-progress';

const moved = (uploadBytes: number) => ({
  jobId: 'j',
  started: 0,
  ended: [],
  uploadBytes,
  downloadBytes: 0,
  connections: 0,
  retried: [],
  slowdownMs: 0,
  slowdownOrigin: 'told' as const,
});
const received = (downloadBytes: number) => ({ ...moved(0), downloadBytes });

describe('job progress', () => {
  it('draws at most 64 cells, and as many as there are units below that', () => {
    expect(cellsOf([unit.done, unit.inFlight], 3)).toBe('210');
    const many = Array.from({ length: 640 }, (_, index) => (index < 320 ? unit.done : unit.untouched));
    expect(cellsOf(many, 640)).toBe('2'.repeat(32) + '0'.repeat(32));
    expect(cellsOf([...many.slice(0, 639), unit.retrying], 640).at(-1)).toBe('3');
    expect(cellsOf([], 0)).toBe('');
  });

  it('gives the files of a small job as many cells as they have bytes', () => {
    expect(cellsByBytes([])).toBe('');
    expect(cellsByBytes([{ bytes: 0, states: [unit.done] }])).toBe('2');
    expect(cellsByBytes([{ bytes: 100, states: [unit.done, unit.inFlight, unit.untouched] }])).toBe('210');
    const blocks = Array.from({ length: 10 }, (_, index) => (index < 5 ? unit.done : unit.untouched));
    const cells = cellsByBytes([
      { bytes: 3000, states: blocks },
      { bytes: 1000, states: [unit.retrying] },
    ]);
    expect(cells).toBe('2'.repeat(24) + '0'.repeat(24) + '3'.repeat(16));
  });

  it('shows a big file beside a small one in proportion, and includes earlier runs', () => {
    const progress = new JobProgress('bytes sent');
    progress.expect(0, 100);
    progress.expect(1, 700);
    progress.file(0, unit.done);
    expect(progress.cells(2, 0)).toBe('2'.repeat(8) + '0'.repeat(56));
    expect(progress.cells(3, 800)).toBe('2'.repeat(36) + '0'.repeat(28));
    progress.planBlocks(1, { bytes: 700, blockBytes: 100 });
    progress.block(1, 0, unit.inFlight);
    expect(progress.cells(2, 0)).toBe('2'.repeat(8) + '1'.repeat(8) + '0'.repeat(48));
  });

  it('shows a file that failed before its size was known beside the finished ones', () => {
    const progress = new JobProgress('bytes sent');
    progress.file(1, unit.failed);
    expect(progress.cells(2, 0, [1])).toBe('5');
    progress.expect(0, 700);
    progress.file(0, unit.done);
    expect(progress.cells(2, 0, [1])).toBe(`${'2'.repeat(63)}5`);
    // The user has retried it, and it was planned under another number.
    expect(progress.cells(2, 0, [])).toBe('2');
  });

  it('shows nothing of a file that was skipped, whose bytes are no more of the job, unless there is no other', () => {
    const progress = new JobProgress('bytes sent');
    progress.expect(0, 100);
    progress.expect(1, 900);
    progress.planBlocks(1, { bytes: 900, blockBytes: 100 });
    progress.skipped(1);
    expect(progress.cells(2, 0)).toBe('0');
    progress.file(0, unit.done);
    expect(progress.cells(2, 0)).toBe('2');
    progress.skipped(0);
    expect(progress.cells(2, 0)).toBe('22');
  });

  it('shows of many files what earlier runs have settled', () => {
    const progress = new JobProgress('bytes sent');
    progress.settledEarlier(128, (f) => f < 64);
    expect(progress.cells(128, 800)).toBe('0'.repeat(32) + '2'.repeat(32));
    progress.file(0, unit.done);
    expect(progress.cells(128, 800)).toBe('4' + '0'.repeat(31) + '2'.repeat(32));
    progress.file(1, unit.inFlight);
    expect(progress.cells(128, 800)).toBe('1' + '0'.repeat(31) + '2'.repeat(32));
  });

  it('shows a file that failed, whatever of its blocks is done', () => {
    const progress = new JobProgress('bytes sent');
    progress.expect(0, 100);
    progress.planBlocks(0, { bytes: 100, blockBytes: 10 });
    progress.block(0, 0, unit.done);
    progress.expect(1, 100);
    progress.file(0, unit.failed);
    progress.file(1, unit.done);
    expect(progress.cells(2, 0)).toBe('5'.repeat(32) + '2'.repeat(32));
  });

  it('shows a block that moves in parts as their sum', () => {
    const progress = new JobProgress('bytes sent');
    progress.expect(0, 350);
    progress.planBlocks(0, { bytes: 350, blockBytes: 100 });
    const halves = (index: number): number[] => [blockNumber(1, index * 2), blockNumber(1, index * 2 + 1)];
    progress.block(0, 0, unit.retrying);
    progress.block(0, 0, unit.untouched);
    const [first = 0, second = 0] = halves(0);
    progress.block(0, first, unit.done);
    expect(progress.cells(1, 0)).toBe('4000');
    progress.block(0, second, unit.retrying);
    expect(progress.cells(1, 0)).toBe('3000');
    progress.block(0, second, unit.done);
    // The file ends with the first half of its last block.
    progress.block(0, halves(3)[0] ?? 0, unit.done);
    expect(progress.cells(1, 0)).toBe('2002');
  });

  it('counts only the direction of the job: an upload has not moved the block lists it read', () => {
    const upload = new JobProgress('bytes sent');
    upload.moved({ ...moved(100), downloadBytes: 519 });
    expect(upload.movedBytes).toBe(100);
    const download = new JobProgress('bytes received');
    download.moved({ ...received(100), uploadBytes: 7 });
    expect(download.movedBytes).toBe(100);
    const copy = new JobProgress('what is done');
    copy.moved({ ...received(100), uploadBytes: 7 });
    expect(copy.movedBytes).toBe(0);
  });

  it('counts received bytes at once, and never more than the requests in flight hold', () => {
    const progress = new JobProgress('bytes received');
    let began = progress.started(100);
    progress.moved(received(40));
    expect(progress.openBytes()).toBe(40);
    progress.moved(received(100));
    expect(progress.openBytes()).toBe(100);
    expect(progress.unconfirmedBytes()).toBe(0);
    progress.stopped(0, 100, 'done', began);
    expect(progress.openBytes()).toBe(100);
    began = progress.started(50);
    expect(progress.openBytes()).toBe(100);
    progress.stopped(0, 50, 'not-done', began);
    progress.closed(0);
    expect(progress.openBytes()).toBe(0);
  });

  it('does not count reports twice that arrive after the request ended, however idle the network', () => {
    const progress = new JobProgress('bytes received');
    progress.stopped(0, 77, 'done', progress.started(77));
    progress.started(100);
    progress.moved(received(77));
    expect(progress.openBytes()).toBe(77);
    progress.moved(received(30));
    expect(progress.openBytes()).toBe(107);
  });

  it('does not count sent bytes before the service has confirmed them', () => {
    const progress = new JobProgress('bytes sent');
    const began = progress.started(100);
    progress.measureRate(0);
    progress.moved(moved(100));
    progress.measureRate(250);
    expect(progress.openBytes()).toBe(0);
    // Half of it, as estimated: it may still be in a local buffer.
    expect(progress.unconfirmedBytes()).toBe(50);
    progress.stopped(0, 100, 'done', began);
    expect(progress.openBytes()).toBe(100);
    expect(progress.unconfirmedBytes()).toBe(0);
  });

  it('shows the rate of the line though sockets swallow every block at once, while more and more of them are sent', () => {
    const progress = new JobProgress('bytes sent');
    const [block, perMs, total] = [8e6, 20e3, 800e6];
    const connections: { arrived: number; began: number }[] = [];
    let [confirmed, files] = [0, 0];
    progress.measureRate(0);
    for (let ms = 50; ms <= 30_000; ms += 50) {
      const atOnce = ms <= 1_000 ? 8 : ms <= 2_000 ? 16 : 32;
      while (connections.length < atOnce) {
        connections.push({ arrived: 0, began: progress.started(block) });
        progress.moved(moved(block));
      }
      for (const lane of connections) {
        lane.arrived += (perMs * 50) / connections.length;
        if (lane.arrived < block) continue;
        progress.stopped(files, block, 'done', lane.began);
        progress.moved(moved(block));
        [confirmed, files] = [confirmed + block, files + 1];
        lane.arrived -= block;
        lane.began = progress.started(block);
      }
      if (ms % 250 > 0) continue;
      progress.measureRate(ms, files);
      // By then the first blocks have been confirmed, and the estimate has seen some seconds.
      if (ms < 15_000) continue;
      expect(progress.bytesPerSecond / (perMs * 1000)).toBeGreaterThan(0.8);
      expect(progress.bytesPerSecond / (perMs * 1000)).toBeLessThan(1.2);
      const left = (total - perMs * ms) / perMs;
      const estimate = progress.timeLeft(total - confirmed - progress.unconfirmedBytes(), 100 - files) ?? Infinity;
      expect(Math.abs(estimate - left)).toBeLessThan(3_000);
    }
  });

  it('shows no rate of an upload whose blocks are only in socket buffers without any response', () => {
    const progress = new JobProgress('bytes sent');
    progress.measureRate(0);
    progress.started(8e6);
    progress.moved(moved(8e6));
    for (let ms = 250; ms <= 5_000; ms += 250) progress.measureRate(ms, 0);
    expect(progress.bytesPerSecond).toBe(0);
    expect(progress.timeLeft(8e6, 1)).toBeNull();
  });

  it('shows the rate of an upload from its start where sockets take what the line carries', () => {
    const progress = new JobProgress('bytes sent');
    progress.measureRate(0);
    progress.started(8e6);
    for (let ms = 250; ms <= 5_000; ms += 250) {
      progress.moved(moved(25e4));
      progress.measureRate(ms, 0);
      expect(progress.bytesPerSecond / 1e6).toBeCloseTo(1, 1);
    }
    expect(progress.timeLeft(3e6, 1)).toBeCloseTo(3_000, -2);
  });

  it('smooths the rate and follows a change', () => {
    const progress = new JobProgress('bytes received');
    progress.measureRate(0);
    for (let ms = 250; ms <= 5000; ms += 250) {
      progress.moved(received(250));
      progress.measureRate(ms);
    }
    expect(progress.bytesPerSecond).toBe(1000);
    for (let ms = 5250; ms <= 9000; ms += 250) progress.measureRate(ms);
    expect(progress.bytesPerSecond).toBeLessThan(100);
    progress.stopRate();
    expect(progress.bytesPerSecond).toBe(0);
  });

  it('never shows more than the cap allows, also during its initial burst', () => {
    const [cap, blockBytes] = [100_000_000, 5_000_000];
    let allowed: number | null = cap;
    const progress = new JobProgress('bytes sent', () => allowed);
    progress.measureRate(0);
    let sent = 0;
    const shown: number[] = [];
    for (let ms = 50; ms <= 6000; ms += 50) {
      // A quarter of a second comes at once.
      for (; sent + blockBytes <= cap * (0.25 + ms / 1000); sent += blockBytes) {
        const began = progress.started(blockBytes);
        progress.moved(moved(blockBytes));
        progress.stopped(0, blockBytes, 'done', began);
      }
      if (ms % 250 > 0) continue;
      progress.measureRate(ms);
      shown.push(progress.bytesPerSecond);
    }
    expect(Math.max(...shown)).toBeLessThanOrEqual(cap);
    expect(shown.at(-1)).toBeGreaterThan(cap * 0.9);
    // What moved before was as fast as it was; and a looser cap is in force at once.
    allowed = cap / 10;
    progress.measureRate(6250);
    expect(progress.bytesPerSecond).toBeGreaterThan(cap / 2);
    progress.started(1);
    progress.moved(moved(cap));
    progress.measureRate(16_500);
    expect(progress.bytesPerSecond).toBeLessThanOrEqual(cap / 10);
  });
});

// What several units come to, over all of them and over a stretch.
describe('several units as one', () => {
  const { untouched, inFlight, done, retrying, partlyDone, failed } = unit;

  it.each([
    ['none', [], untouched],
    ['all done', [done, done], done],
    ['some done', [done, untouched], partlyDone],
    ['a part of one', [untouched, partlyDone], partlyDone],
    ['one that moves', [done, inFlight, untouched], inFlight],
    ['one that is tried again', [inFlight, retrying, done], retrying],
    ['one that failed', [done, failed, untouched, partlyDone], failed],
    ['one that failed beside one that moves', [failed, inFlight], inFlight],
  ] as const)('of %s', (_what, units, state) => {
    expect(stateOfAll(units)).toBe(state);
    expect(stateOfAll(Uint8Array.from([retrying, ...units, retrying]), 1, units.length + 1)).toBe(state);
  });

  it('takes those that are not there yet for untouched', () => {
    expect(stateOfAll(Uint8Array.of(done, done), 1, 3)).toBe(partlyDone);
    expect(stateOfAll(Uint8Array.of(done), 4, 8)).toBe(untouched);
  });
});
