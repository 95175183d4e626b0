import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { startUp } from './start-up';

it('start-up: recovers the jobs of all rooms when one room fails, and reports its failure', async () => {
  const recovered: string[] = [];
  const lines: string[] = [];
  const room = (name: string) => ({
    recover: () => {
      recovered.push(name);
      return name === 'transfers'
        ? Promise.reject(new StowageError('local.io', 'The disk is gone.'))
        : Promise.resolve();
    },
  });
  const jobs = [room('transfers'), room('table files'), room('copies')];
  const log = (line: string) => void lines.push(line);
  const { recovered: all, stop } = startUp({ store: null, jobs, lab: null, sampleData: null, stateDir: '/state', log });
  expect(await all).toMatchObject([{ code: 'local.io' }]);
  stop();
  expect(recovered).toEqual(['transfers', 'table files', 'copies']);
  expect(lines).toEqual([expect.stringContaining('The disk is gone.')]);
});
