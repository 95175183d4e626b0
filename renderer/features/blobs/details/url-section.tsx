// The first section of a panel: what is known of the blob or container itself, its URL to be copied, and a signature to
// be made for it.
import type { ReactNode } from 'react';
import { t } from '@shared/strings/t';
import { CopyUrl } from './copy-url';
import styles from './details-panel.module.css';
import type { DetailsVerb } from './details-actions';
import { Section } from './facts';
import { PanelVerb } from './panel-action';

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
      <PanelVerb action={action} disabledReason={disabledReason} onPress={() => onVerb(action)}>{t`SAS…`}</PanelVerb>
    </span>
  );
  return (
    <Section title={title} action={actions}>
      {children}
    </Section>
  );
}
