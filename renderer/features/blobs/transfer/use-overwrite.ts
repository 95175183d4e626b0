// What is chosen for names that are already there, as the tab has it and the next one begins with.
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
