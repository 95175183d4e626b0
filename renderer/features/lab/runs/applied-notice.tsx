// Settings that a connection has adopted from a run, and how to return to the defaults.
import { useStore } from 'zustand';
import { adviceText } from '@shared/lab/run-text';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { Button } from '@renderer/ui';
import type { LabStore } from '../lab-store';
import styles from './runs-view.module.css';

export interface AppliedNoticeProps {
  readonly lab: LabStore;
  readonly connectionId: string;
  readonly connectionName: string;
}

export function AppliedNotice({ lab, connectionId, connectionName }: AppliedNoticeProps) {
  const changes = useStore(lab.store, (state) => state.runsChanged);
  return <Notice key={changes} lab={lab} connectionId={connectionId} connectionName={connectionName} />;
}

function Notice({ lab, connectionId, connectionName }: AppliedNoticeProps) {
  const { data } = useCall('lab.applied', {});
  const applied = data?.find((one) => one.connectionId === connectionId);
  if (!applied) return null;
  const revert = async (): Promise<void> => {
    await call('lab.revert', { connectionId });
    lab.noteRunsChanged();
  };
  return (
    <div className={styles.notice} role="status">
      <span>{t`${connectionName} starts from ${adviceText(applied)}, as ${applied.runName} advised.`}</span>
      <Button size="small" onPress={() => void revert()}>{t`Go back to automatic`}</Button>
    </div>
  );
}
