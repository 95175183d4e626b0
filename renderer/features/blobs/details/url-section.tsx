// The first section of a panel: what is known of the blob or container itself, its URL to be copied, and a signature to
// be made for it.
import type { ReactNode } from 'react';
import { t } from '@shared/strings/t';
import styles from './details-panel.module.css';
import type { DetailsVerb } from './details-actions';
import { Section } from './facts';
import { PanelVerb } from './panel-action';
import { call } from '@renderer/bridge';
import { showFailure, showToast } from '@renderer/ui';

export interface UrlSectionProps {
  readonly title: string;
  readonly url: string;
  readonly action: Extract<DetailsVerb, 'sas-of-blob' | 'sas-of-container'>;
  /** Why no signature can be made. */
  readonly disabledReason: string | null;
  readonly onVerb: (action: DetailsVerb) => void;
  readonly children: ReactNode;
}

export function UrlSection({ title, url, action, disabledReason, onVerb, children }: UrlSectionProps) {
  const actions = (
    <span className={styles.verbs}>
      <CopyUrl url={url} />
      <PanelVerb
        action={action}
        disabledReason={disabledReason}
        onPress={() => onVerb(action)}
      >{t`Create SAS…`}</PanelVerb>
    </span>
  );
  return (
    <Section title={title} action={actions}>
      {children}
    </Section>
  );
}

/** Copies the URL of a blob or container, which contains no secret. */
function CopyUrl({ url }: { readonly url: string }) {
  const copy = (): void => {
    call('clipboard.write', { text: url }).then(
      () =>
        showToast({ tone: 'good', title: t`URL copied`, text: t`It contains no key and no SAS.`, topic: 'clipboard' }),
      (thrown: unknown) => {
        showFailure(thrown);
      },
    );
  };
  return <PanelVerb action="copy-url" disabledReason={null} onPress={copy}>{t`Copy URL`}</PanelVerb>;
}
