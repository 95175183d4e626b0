// An entity as JSON text that can be copied whole.
import { t } from '@shared/strings/t';
import { IconButton } from '@renderer/ui';
import { Copy } from 'lucide-react';
import styles from './entity-inspector.module.css';

export interface JsonViewProps {
  readonly json: string;
  readonly onCopy: (text: string, what: string) => void;
}

export function JsonView({ json, onCopy }: JsonViewProps) {
  return (
    <div className={styles.jsonView}>
      <pre className={styles.json} tabIndex={0} aria-label={t`Entity as JSON`}>
        {json}
      </pre>
      <div className={styles.jsonCopy}>
        <IconButton
          label={t`Copy the JSON`}
          tone="outlined"
          size="small"
          icon={<Copy size={13} aria-hidden />}
          onPress={() => onCopy(json, 'JSON')}
        />
      </div>
    </div>
  );
}
