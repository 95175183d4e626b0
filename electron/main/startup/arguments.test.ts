import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseArguments } from './arguments';

const cwd = resolve('/home/someone');
const parse = (argv: readonly string[], env = {}) => parseArguments(['electron', '.', ...argv], env, cwd);

describe('the app’s arguments', () => {
  it('ask for nothing by default, whatever else is on the line', () => {
    expect(parse(['--no-sandbox', '--inspect=0', 'file.txt'])).toEqual({
      firstTour: 'if-new',
      loadSampleData: 'never',
    });
  });

  it('name the state folder, before the environment does', () => {
    const env = { STOWAGE_STATE_DIR: '/from/env' };
    expect(parse([], env).stateDir).toBe(resolve('/from/env'));
    expect(parse(['--state-dir=here'], env).stateDir).toBe(resolve(cwd, 'here'));
    expect(parse(['--state-dir='], {}).stateDir).toBeUndefined();
  });

  it('end where a link or a file begins, so that neither can bring one', () => {
    const brought = ['--state-dir=/evil', '--sample', '--tour=/evil'];
    for (const first of ['--', 'stowage://open/table?account=a', 'STOWAGE:x']) {
      expect(parse(['--sample', first, ...brought])).toEqual({ firstTour: 'if-new', loadSampleData: 'if-absent' });
    }
  });

  it('keep the first tour from whoever names a state folder, unless it is asked for', () => {
    expect(parse([], { STOWAGE_STATE_DIR: '/from/env' }).firstTour).toBe('never');
    expect(parse(['--state-dir=here']).firstTour).toBe('never');
    expect(parse(['--state-dir=here', '--first-tour']).firstTour).toBe('if-new');
  });

  it('bring the sample data with a tour or when asked', () => {
    expect(parse(['--sample'])).toEqual({ firstTour: 'if-new', loadSampleData: 'if-absent' });
    expect(parse(['--tour=out/tour'])).toEqual({
      tourDir: resolve(cwd, 'out/tour'),
      firstTour: 'never',
      loadSampleData: 'if-absent',
    });
  });
});
