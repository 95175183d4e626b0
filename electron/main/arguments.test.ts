import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseArguments } from './arguments';

const cwd = resolve('/home/someone');
const parse = (argv: readonly string[], env = {}) => parseArguments(['electron', '.', ...argv], env, cwd);

describe('the app’s arguments', () => {
  it('ask for nothing by default, whatever else is on the line', () => {
    expect(parse(['--no-sandbox', '--inspect=0', 'file.txt'])).toEqual({ loadSampleData: 'never' });
  });

  it('name the state folder, before the environment does', () => {
    const env = { STOWAGE_STATE_DIR: '/from/env' };
    expect(parse([], env).stateDir).toBe(resolve('/from/env'));
    expect(parse(['--state-dir=here'], env).stateDir).toBe(resolve(cwd, 'here'));
    expect(parse(['--state-dir='], {}).stateDir).toBeUndefined();
  });

  it('bring the sample data with a tour or when asked', () => {
    expect(parse(['--sample'])).toEqual({ loadSampleData: 'if-absent' });
    expect(parse(['--tour=out/tour'])).toEqual({ tourDir: resolve(cwd, 'out/tour'), loadSampleData: 'if-absent' });
  });
});
