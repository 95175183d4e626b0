// Computes the MD5 of a blob's content, which reads all of it, and compares it with the stored one.
import type { BlobDetails } from '@shared/model/blob-details';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { call } from '@renderer/bridge';
import { ErrorNotice, ProgressBar, showFailure, showToast } from '@renderer/ui';
import type { BlobAddress } from '../names/blob-address';
import styles from './details-panel.module.css';
import { Facts, Section, Verb } from './facts';
import { PanelVerb } from './panel-action';
import { useMd5 } from './use-md5';

export interface Md5SectionProps {
  readonly blob: BlobAddress;
  readonly details: BlobDetails;
}

/** For one version: the caller gives each its own instance. */
export function Md5Section({ blob, details }: Md5SectionProps) {
  const { state, start, cancel } = useMd5(blob, details);
  const { bytes, contentMd5 } = details;
  const action = (
    <span className={styles.verbs}>
      {state.kind === 'running' ? (
        <Verb label={t`Cancel computing the MD5`} disabledReason={null} onPress={cancel}>{t`Cancel`}</Verb>
      ) : null}
      {state.kind === 'done' ? (
        <Verb label={t`Copy the computed MD5`} disabledReason={null} onPress={() => copy(state.md5)}>{t`Copy`}</Verb>
      ) : null}
      <PanelVerb
        action="compute-md5"
        disabledReason={state.kind === 'running' ? t`It is being computed.` : null}
        onPress={start}
      >
        {t`Compute`}
      </PanelVerb>
    </span>
  );
  return (
    <Section title={t`Computed MD5`} action={action}>
      {state.kind === 'none' ? (
        <p className={styles.absentText}>{t`Reads the whole blob (${formatBytes(bytes)}), without saving it.`}</p>
      ) : null}
      {state.kind === 'running' ? (
        <>
          <p className={styles.absentText}>{t`Read ${formatBytes(state.doneBytes)} of ${formatBytes(bytes)}`}</p>
          <ProgressBar label={t`Computing the MD5`} fraction={bytes === 0 ? 1 : state.doneBytes / bytes} />
        </>
      ) : null}
      {state.kind === 'done' ? (
        <>
          <Facts facts={[{ name: 'MD5', value: state.md5, face: 'mono' }]} />
          <p role="status">{comparison(state.md5, contentMd5)}</p>
        </>
      ) : null}
      {state.kind === 'failed' ? <ErrorNotice error={state.error} onRetry={start} /> : null}
    </Section>
  );
}

function comparison(computed: string, stored: string): string {
  if (stored === '') return t`No MD5 is stored to compare it with.`;
  return computed === stored
    ? t`The stored MD5 is the same.`
    : t`The stored MD5 is different: either the content was damaged, or the stored MD5 is not that of this content.`;
}

function copy(text: string): void {
  call('clipboard.write', { text }).then(
    () => showToast({ tone: 'good', title: t`MD5 copied`, topic: 'clipboard' }),
    (thrown: unknown) => {
      showFailure(thrown);
    },
  );
}
