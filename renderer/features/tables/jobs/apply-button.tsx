// The button that makes the second table like the first, or the reason why nothing can be changed there.
import { Button, Tooltip } from '@renderer/ui';
import { t } from '@shared/strings/t';

export interface ApplyButtonProps {
  readonly table: string;
  /** Why nothing can be changed there; null where something can. */
  readonly disabledReason: string | null;
  readonly state: 'ready' | 'nothing';
  readonly onPress: () => void;
}

export function ApplyButton({ table, disabledReason, state, onPress }: ApplyButtonProps) {
  const text = t`Make B like A…`;
  // Around a button that is off, a tooltip would be told to nobody.
  if (disabledReason !== null) return <Button disabledReason={disabledReason}>{text}</Button>;
  return (
    <Tooltip text={t`Changes ${table} where it differs; you see what is sent first`}>
      <Button isDisabled={state !== 'ready'} onPress={onPress}>
        {text}
      </Button>
    </Tooltip>
  );
}
