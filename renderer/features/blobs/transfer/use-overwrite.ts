// The policy for existing names, as chosen in the tab and as default for the next one.
import { useState } from 'react';
import type { OverwritePolicy } from '@shared/model/transfer';
import { readOverwrite, rememberOverwrite } from './overwrite-choice';

export function useOverwrite(): readonly [OverwritePolicy, (policy: OverwritePolicy) => void] {
  const [overwrite, setOverwrite] = useState(readOverwrite);
  const choose = (policy: OverwritePolicy): void => {
    setOverwrite(policy);
    rememberOverwrite(policy);
  };
  return [overwrite, choose];
}
