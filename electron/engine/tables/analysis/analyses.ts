// The analyses of the window, by the id it gave them: followed, paused, resumed, queried, dropped.
import { StowageError } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import { RunningAnalysis } from './running-analysis';

export interface Analyses {
  readonly calls: Pick<CallHandlers<'engine'>, 'tables.analysis-so-far' | 'tables.forget-analysis'>;
  readonly streams: Pick<StreamHandlers<'engine'>, 'tables.analyse'>;
  /** Ends all of them. */
  dispose(): void;
}

/** Each takes some megabytes at worst; beyond this number, the one unused for longest is dropped. */
const maxAnalyses = 16;

export function createAnalyses({
  accounts,
  clock,
}: {
  readonly accounts: AccountSource;
  readonly clock: Clock;
}): Analyses {
  const byId = new Map<string, RunningAnalysis>();

  const forget = (analysisId: string): void => {
    byId.get(analysisId)?.end();
    byId.delete(analysisId);
  };
  const knownAs = (analysisId: string): RunningAnalysis => {
    const analysis = byId.get(analysisId);
    if (analysis !== undefined) return analysis;
    throw new StowageError('not-found.session', 'Nothing is known of this reading any more; start it again.');
  };
  const keep = (analysisId: string, analysis: RunningAnalysis): void => {
    byId.delete(analysisId);
    const [oldest] = byId.keys();
    if (oldest !== undefined && byId.size >= maxAnalyses) forget(oldest);
    byId.set(analysisId, analysis);
  };

  return {
    calls: {
      'tables.analysis-so-far': ({ analysisId }) => {
        const analysis = knownAs(analysisId);
        return { progress: analysis.progress(), result: analysis.result() };
      },
      'tables.forget-analysis': ({ analysisId }) => {
        forget(analysisId);
        return {};
      },
    },
    streams: {
      'tables.analyse': async ({ connectionId, analysisId, query, depth, from }, { signal, push }) => {
        const account = await accounts.open(connectionId);
        if (from === 'start') forget(analysisId);
        const analysis = from === 'start' ? new RunningAnalysis({ account, clock, query, depth }) : knownAs(analysisId);
        analysis.readThrough(account);
        keep(analysisId, analysis);
        try {
          await analysis.follow(signal, push);
        } catch (thrown) {
          if (!analysis.hasBegun && !signal.aborted && byId.get(analysisId) === analysis) forget(analysisId);
          throw thrown;
        }
      },
    },
    dispose: () => {
      for (const analysisId of [...byId.keys()]) forget(analysisId);
    },
  };
}
