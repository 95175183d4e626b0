import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../testing/clock';
import { lateCompiling } from './late-compiling';

const late = '--interrupt-budget=528000';
const usual = '--interrupt-budget=67584';

describe('late compiling', () => {
  let clock: FakeClock;
  let flags: string[];
  const created = (v8Version: string) => lateCompiling({ setFlags: (flag) => flags.push(flag), v8Version, clock });

  beforeEach(() => {
    clock = createFakeClock();
    flags = [];
  });

  it.each(['10.8.168.25-electron.0', '11.3.244.8-node.38'])('ends one second into a long job, on V8 %s', async (v8) => {
    const change = created(v8);
    change.begin();
    await clock.advance(999);
    expect(flags).toEqual([late]);
    await clock.advance(1);
    expect(flags).toEqual([late, usual]);
    change.end();
    change.begin();
    expect(flags).toEqual([late, usual]);
  });

  it('lasts one second over all short jobs, without the time between them', async () => {
    const change = created('11.3.244.8-node.38');
    change.begin();
    await clock.advance(400);
    change.end();
    expect(flags).toEqual([late, usual]);
    // Nothing keeps the process from ending.
    expect(clock.pending()).toEqual([]);
    await clock.advance(60_000);
    change.begin();
    expect(clock.pending()).toEqual([600]);
    await clock.advance(600);
    expect(flags).toEqual([late, usual, late, usual]);
    change.begin();
    expect(flags).toHaveLength(4);
  });

  it('is left alone on runtimes that count differently', () => {
    created('13.6.233.10-node.28').begin();
    expect(flags).toEqual([]);
  });
});
