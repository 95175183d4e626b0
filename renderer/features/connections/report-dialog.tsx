// The report of `stowage doctor --report` in the window: shown as it would be passed on, then copied or saved.
import { Copy, Save } from 'lucide-react';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice, LoadingRows, showFailure, showToast } from '@renderer/ui';
import styles from './connection-dialog.module.css';

export interface ReportDialogProps {
  /** Null for all saved connections. */
  readonly connection: ConnectionSummary | null;
  readonly onClose: () => void;
}

export function ReportDialog({ connection, onClose }: ReportDialogProps) {
  const { data: info } = useCall('app.info', {});
  const { data, error, isLoading, reload } = useCall(
    'connections.report',
    info === undefined
      ? null
      : { version: info.version, ...(connection === null ? {} : { connectionId: connection.id }) },
  );
  const text = data?.text;
  const copy = async (shown: string): Promise<void> => {
    await call('clipboard.write', { text: shown });
    showToast({ tone: 'good', title: t`Report copied` });
  };
  const save = async (shown: string): Promise<void> => {
    const suggestedName = 'stowage-report.json';
    if ((await call('files.save-text', { suggestedName, text: `${shown}\n` })).saved) {
      showToast({ tone: 'good', title: t`Report saved` });
    }
  };
  const button = (run: (shown: string) => Promise<void>) => () => {
    if (text !== undefined) run(text).catch(showFailure);
  };
  return (
    <Dialog
      title={connection === null ? t`Connection report` : t`Report on ${connection.name}`}
      isOpen
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button icon={<Copy size={14} aria-hidden />} isDisabled={text === undefined} onPress={button(copy)}>
            {t`Copy`}
          </Button>
          <Button
            variant="primary"
            icon={<Save size={14} aria-hidden />}
            isDisabled={text === undefined}
            onPress={button(save)}
          >
            {t`Save…`}
          </Button>
        </>
      }
    >
      <p className={styles.quiet}>
        {t`Responses of the services, to report a problem. Names of accounts, hosts, tenants and connections are replaced; keys, tokens and contents are never part of it. Read it before you pass it on.`}
      </p>
      {error === null ? null : <ErrorNotice error={error} onRetry={reload} />}
      {text === undefined && (info === undefined || isLoading) ? (
        <LoadingRows label={t`Contacting the services`} rows={8} columns={[100]} />
      ) : null}
      {text === undefined ? null : (
        <pre className={styles.report} tabIndex={0} role="region" aria-label={t`Contents of the report`}>
          {text}
        </pre>
      )}
    </Dialog>
  );
}
