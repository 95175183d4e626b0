import { describe, expect, it } from 'vitest';
import { TryPhases } from './try-phases';
import { aliveBytes } from './watchdog';

const limits = { connectMs: 10, headerMs: 20, stallMs: 30, totalMs: 100 };

/** A try that has had a connection since 1000. */
function connected(): TryPhases {
  const phases = new TryPhases(0);
  phases.gotConnection(1000);
  return phases;
}

describe('a try', () => {
  it('that waits for a connection, or has ended, is never overdue', () => {
    const phases = new TryPhases(0);
    expect(phases.overdue(1_000_000, limits)).toBeNull();
    phases.gotConnection(1000);
    phases.enter('sending', 1000);
    phases.end();
    expect(phases.overdue(1_000_000, limits)).toBeNull();
  });

  it.each([
    ['connecting', { code: 'network.timeout', reason: 'connect', limitMs: 10 }],
    ['waiting', { code: 'network.timeout', reason: 'header', limitMs: 20 }],
    ['sending', { code: 'network.stalled', limitMs: 30 }],
    ['receiving', { code: 'network.stalled', limitMs: 30 }],
  ] as const)('that is %s has the limit of that, from its beginning on', (phase, overdue) => {
    const phases = connected();
    phases.enter(phase, 1005);
    expect(phases.overdue(1005 + overdue.limitMs - 1, limits)).toBeNull();
    expect(phases.overdue(1005 + overdue.limitMs, limits)).toEqual(overdue);
  });

  it('whose bytes move is in time until the whole of it has taken too long', () => {
    const phases = connected();
    phases.enter('receiving', 1000);
    for (const nowMs of [1030, 1060, 1090]) {
      phases.moved(aliveBytes);
      expect(phases.overdue(nowMs, limits)).toBeNull();
    }
    phases.moved(aliveBytes);
    expect(phases.overdue(1100, limits)).toEqual({ code: 'network.timeout', reason: 'total', limitMs: 100 });
  });

  it('that is held back by its taker does not stall, and has the whole time again when it goes on', () => {
    const phases = connected();
    phases.enter('receiving', 1000);
    phases.holdBack();
    expect(phases.overdue(1040, limits)).toBeNull();
    phases.letGo();
    expect(phases.overdue(1069, limits)).toBeNull();
    expect(phases.overdue(1070, limits)).toMatchObject({ code: 'network.stalled' });
  });
});
