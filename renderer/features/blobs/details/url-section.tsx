// The first section of a panel: what is known of the blob or container itself, its URL to be copied, and a signature to
// be made for it.
import type { ReactNode } from 'react';
import { t } from '@shared/strings/t';
import { CopyUrl } from './copy-url';
import styles from './details-panel.module.css';
import type { DetailsVerb } from './details-verbs';
import { Section } from './facts';
import { PanelVerb } from './panel-verb';

export interface UrlSectionProps {
  readonly title: string;
  readonly url: string;
  readonly verb: Extract<DetailsVerb, 'sas-of-blob' | 'sas-of-container'>;
  /** Why no signature can be made. */
  readonly refusal: string | null;
  readonly onVerb: (verb: DetailsVerb) => void;
  readonly children: ReactNode;
}

export function UrlSection({ title, url, verb, refusal, onVerb, children }: UrlSectionProps) {
  const verbs = (
    <span className={styles.verbs}>
      <CopyUrl url={url} />
      <PanelVerb verb={verb} refusal={refusal} onPress={() => onVerb(verb)}>{t`SAS…`}</PanelVerb>
    </span>
  );
  return (
    <Section title={title} verb={verbs}>
      {children}
    </Section>
  );
}
