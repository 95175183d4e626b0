// The lab's part of the contract: which experiments there are, and running one on a connection.
import { StowageError } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { AccountSource } from '../azure/account';
import type { Clock } from '../ports';
import { type Experiment, checkParameters } from './experiment';
import { tableLatency } from './table-latency';

const experiments: readonly Experiment[] = [tableLatency];

export interface Lab {
  readonly calls: Pick<CallHandlers<'engine'>, 'lab.list'>;
  readonly streams: Pick<StreamHandlers<'engine'>, 'lab.run'>;
}

export function createLab(ports: {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  readonly random: () => number;
}): Lab {
  return {
    calls: {
      'lab.list': () => experiments.map(({ id, title, purpose, parameters }) => ({ id, title, purpose, parameters })),
    },
    streams: {
      'lab.run': async ({ connectionId, experimentId, parameters }, { signal, push }) => {
        const experiment = experiments.find((candidate) => candidate.id === experimentId);
        if (!experiment) {
          throw new StowageError('invalid.input', `Experiment: there is no ${experimentId}.`, {
            context: { field: 'Experiment', problem: `there is no ${experimentId}.`, fix: 'Choose one of the list.' },
          });
        }
        const checked = checkParameters(experiment, parameters);
        const account = await ports.accounts.openForWriting(connectionId);
        const startedMs = ports.clock.monotonic();
        const { distributions, requests } = await experiment.run({
          account,
          parameters: checked,
          clock: ports.clock,
          random: ports.random,
          signal,
          onStep: (step, done, total) => push({ kind: 'progress', step, done, total }),
        });
        push({ kind: 'result', distributions, requests, elapsedMs: ports.clock.monotonic() - startedMs });
      },
    },
  };
}
