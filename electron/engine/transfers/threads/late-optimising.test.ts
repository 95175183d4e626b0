import { describe, expect, it } from 'vitest';
import { createLateOptimising } from './late-optimising';

const late = '--interrupt-budget=1000000';
const defaultFlag = '--interrupt-budget=67584';

describe('late optimising', () => {
  const created = (v8Version = '11.3.244.8-node.33') => {
    const flags: string[] = [];
    return { flags, optimising: createLateOptimising((flag) => flags.push(flag), v8Version) };
  };

  it('lasts for the first job of a process, and never begins again', () => {
    const { flags, optimising } = created();
    optimising.begin();
    expect(flags).toEqual([late]);
    optimising.planned(2_000);
    expect(flags).toEqual([late]);
    optimising.end();
    optimising.begin();
    optimising.end();
    expect(flags).toEqual([late, defaultFlag]);
  });

  it('ends once a job turns out to have many files', () => {
    const { flags, optimising } = created();
    optimising.begin();
    optimising.planned(2_001);
    optimising.planned(4_000);
    optimising.end();
    expect(flags).toEqual([late, defaultFlag]);
  });

  it('leaves other versions of V8 alone', () => {
    const { flags, optimising } = created('13.0.245.18-electron.0');
    optimising.begin();
    optimising.planned(9_000);
    optimising.end();
    expect(flags).toEqual([]);
  });
});
