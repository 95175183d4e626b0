// The counters of the rows loaded so far, in memory and on disk; rows that arrive are added to what was gathered before.
import { useEffect, useRef, useState } from 'react';
import { type RowSource, type Yielder, entitiesOf, walkRows } from '../result/row-walk';
import { CounterGathering } from './counter-gathering';

export interface LoadedRows {
  readonly run: number;
  readonly rowCount: number;
  readonly rows: RowSource;
  readonly turns: () => Yielder;
}

export interface Gathered {
  readonly run: number;
  readonly gathering: CounterGathering;
  /** Rows gathered; the object is a new one whenever this grows. */
  readonly rows: number;
  /** `unreadable` where rows could not be read back from disk. */
  readonly status: 'gathering' | 'done' | 'unreadable';
}

/** Chunks between two drawings while there is more to look through. */
const chunksBetween = 25;

export function useGathered({ run, rowCount, rows, turns: yielder }: LoadedRows): Gathered {
  const known = useRef({ run, gathering: new CounterGathering() });
  const [gathered, setGathered] = useState<Gathered>(() => nothingOf(run));
  useEffect(() => {
    if (known.current.run !== run) known.current = { run, gathering: new CounterGathering() };
    const { gathering } = known.current;
    const { signal, abort } = stoppable();
    const publish = (status: Gathered['status']): void => setGathered({ run, gathering, rows: gathering.rows, status });
    const gather = async (): Promise<void> => {
      let chunks = 0;
      // What was looked at before is not looked at again, also when a page arrives on the way.
      const range = { from: gathering.rows, to: rowCount };
      for await (const chunk of walkRows(rows, range, { turns: yielder(), signal })) {
        for (const [row] of entitiesOf(chunk)) gathering.add(row);
        chunks += 1;
        if (chunks % chunksBetween === 0) publish('gathering');
      }
    };
    gather().then(
      () => {
        if (!signal.aborted) publish('done');
      },
      () => {
        if (!signal.aborted) publish('unreadable');
      },
    );
    return abort;
  }, [run, rowCount, rows, yielder]);
  return gathered.run === run ? gathered : nothingOf(run);
}

function nothingOf(run: number): Gathered {
  return { run, gathering: new CounterGathering(), rows: 0, status: 'gathering' };
}

function stoppable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
