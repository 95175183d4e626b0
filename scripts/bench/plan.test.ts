import { describe, expect, test } from 'vitest';
import { planFrom } from './plan';

describe('what a run of the bench measures', () => {
  test('is chosen by options', () => {
    const plan = planFrom(['--only=upload-many', '--servers=null,line', '--files=10', '--repetitions=2', '--fresh']);
    expect(plan.chosen.map(({ id }) => id)).toEqual(['upload-many']);
    expect(plan.servers).toEqual(['null', 'line']);
    expect(plan.sizes.null.manyFiles).toBe(10);
    expect(plan.repetitions).toBe(2);
    expect(plan.processes).toBe('fresh');
  });

  test('is whole commands with --cold, chosen by their own names', () => {
    const plan = planFrom(['--cold', '--only=upload-empty,resume,count', '--before=../earlier']);
    expect(plan.cold.map(({ id }) => id)).toEqual(['upload-empty', 'resume', 'count']);
    expect(plan.servers).toEqual(['null-tls']);
    expect(plan.before).toBe('../earlier');
    expect(planFrom([]).cold).toEqual([]);
    expect(() => planFrom(['--cold', '--only=scan-few'])).toThrow('--only does not know scan-few');
  });

  test.each([
    ['--help', "Unknown option '--help'"],
    ['quick', "Unexpected argument 'quick'"],
    ['--only=upload', '--only does not know upload'],
    ['--repetitions=many', '--repetitions takes whole numbers, not many'],
    ['--growth=10,x', '--growth takes whole numbers, not x'],
  ])('%s is rejected before anything is measured', (word, reason) => {
    expect(() => planFrom([word])).toThrow(reason);
  });

  test('an option that is not known is answered with those that are', () => {
    expect(() => planFrom(['--reptitions=2'])).toThrow('--repetitions');
  });
});
