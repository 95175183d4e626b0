// Which grouping a review begins with: one transaction when everything fits one, unless the user last chose otherwise.
// Edits that fit and edits that do not are remembered apart, because they offer different choices.
import { fitsOneTransaction } from '@shared/edit/review';
import type { EditGrouping, StagedEdit } from '@shared/model/edit';
import { useMemo, useState } from 'react';
import { useRememberedChoice } from '../result/remembered';

export function useGrouping(
  table: string,
  edits: readonly StagedEdit[],
): readonly [EditGrouping, (grouping: EditGrouping) => void] {
  const [fitting, rememberFitting] = useRememberedChoice('grouping-of-one-transaction', groupings, 'transaction');
  const [other, rememberOther] = useRememberedChoice('grouping-of-several', severalRequests, 'each');
  /** Valid in this review even where it cannot be sent, so that the user sees why. */
  const [chosen, setChosen] = useState<EditGrouping | null>(null);
  const fits = useMemo(() => fitsOneTransaction(table, edits), [table, edits]);
  const choose = (grouping: EditGrouping): void => {
    setChosen(grouping);
    if (fits) rememberFitting(grouping);
    else if (grouping !== 'transaction') rememberOther(grouping);
  };
  return [chosen ?? (fits ? fitting : other), choose];
}

const groupings = ['each', 'batches', 'transaction'] as const satisfies readonly EditGrouping[];
const severalRequests = ['each', 'batches'] as const satisfies readonly EditGrouping[];
