// The state of a list in which no name contains the searched text.
import { Search } from 'lucide-react';
import { t } from '@shared/strings/t';
import { Button, EmptyState } from '@renderer/ui';

export interface NoneHoldsProps {
  readonly contains: string;
  readonly onClear: () => void;
  /** Null while all is listed, or on its way. */
  readonly onListAll: (() => void) | null;
}

export function NoneHolds({ contains, onClear, onListAll }: NoneHoldsProps) {
  return (
    <EmptyState
      icon={<Search size={24} strokeWidth={1.5} />}
      title={t`No listed name holds “${contains}”`}
      actions={
        <>
          {onListAll === null ? null : <Button onPress={onListAll}>{t`List all`}</Button>}
          <Button onPress={onClear}>{t`Clear`}</Button>
        </>
      }
    >
      {onListAll === null ? undefined : t`Names that are not listed yet were not looked at.`}
    </EmptyState>
  );
}
