// The counters of the rows loaded so far; rows that arrive are added to what was gathered before.
import type { Entity } from '@shared/model/entity';
import { useState } from 'react';
import { CounterGathering } from './counter-gathering';

export interface LoadedRows {
  readonly run: number;
  readonly rowCount: number;
  readonly rowAt: (index: number) => Entity | undefined;
}

export interface Gathered {
  readonly gathering: CounterGathering;
  /** Rows gathered; the object is a new one whenever this grows. */
  readonly rows: number;
}

export function useGathered({ run, rowCount, rowAt }: LoadedRows): Gathered {
  const [gathered, setGathered] = useState<Gathered & { readonly run: number }>(() => gather(run, rowCount, rowAt));
  if (gathered.run === run && gathered.rows === rowCount) return gathered;
  const isGrown = gathered.run === run && gathered.rows < rowCount;
  const next = gather(run, rowCount, rowAt, isGrown ? gathered.gathering : undefined);
  setGathered(next);
  return next;
}

function gather(
  run: number,
  rowCount: number,
  rowAt: LoadedRows['rowAt'],
  gathering = new CounterGathering(),
): Gathered & { readonly run: number } {
  // What was looked at before is not looked at again, also when React renders the same rows twice.
  for (let index = gathering.rows; index < rowCount; index += 1) gathering.add(rowAt(index));
  return { gathering, rows: rowCount, run };
}
