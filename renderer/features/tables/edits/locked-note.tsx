// Shown instead of a form while the connection is locked: why, and how to unlock it.
import { t } from '@shared/strings/t';
import { Button, EmptyState } from '@renderer/ui';
import { Lock } from 'lucide-react';

export function LockedNote({ onUnlock }: { readonly onUnlock: () => void }) {
  return (
    <EmptyState
      icon={<Lock size={24} strokeWidth={1.5} aria-hidden />}
      title={t`This connection is read-only`}
      actions={<Button onPress={onUnlock}>{t`Unlock for writing…`}</Button>}
    >
      {t`It is locked so that nothing is changed by mistake. Unlock it to edit its entities.`}
    </EmptyState>
  );
}
