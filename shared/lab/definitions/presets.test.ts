// Every preset of every experiment makes sense: known parameters within their bounds, and a dry run within its caps
// unless other settings are given.
import { describe, expect, it } from 'vitest';
import { dryRunOf } from '../../../electron/engine/lab/runs/dry-run';
import { checkParameters } from '../parameters';
import { experiments } from './index';

describe.each(experiments.flatMap((experiment) => experiment.presets.map((preset) => ({ experiment, preset }))))(
  '$experiment.title: $preset.title',
  ({ experiment, preset }) => {
    it('can be run as it is', () => {
      const values = checkParameters(experiment.parameters, preset.values);
      const plan = dryRunOf(experiment, values, { kind: 'local', isBilled: false });
      expect(plan.disabledReasons).toEqual([]);
      expect(plan.settings).toBeGreaterThan(0);
    });
  },
);
