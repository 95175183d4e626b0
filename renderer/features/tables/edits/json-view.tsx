// An entity as JSON text that can be copied as a whole; wrapped lines are indented like their beginning.
import type { CSSProperties } from 'react';
import { t } from '@shared/strings/t';
import { IconButton, JsonText } from '@renderer/ui';
import { Copy } from 'lucide-react';
import { copyText } from '../result/copy-text';
import styles from '../tab/entity-inspector.module.css';

export interface JsonViewProps {
  readonly json: string;
}

export function JsonView({ json }: JsonViewProps) {
  return (
    <div className={styles.jsonView}>
      <pre className={styles.json} tabIndex={0} aria-label={t`Entity as JSON`}>
        {linesOf(json).map((line, index) => (
          <span
            key={index}
            className={styles.jsonLine}
            style={{ '--indent': `${indentOf(line) + 4}ch` } as CSSProperties}
          >
            <JsonText>{line}</JsonText>
          </span>
        ))}
      </pre>
      <div className={styles.jsonCopy}>
        <IconButton
          label={t`Copy the JSON`}
          tone="outlined"
          size="small"
          icon={<Copy size={13} aria-hidden />}
          onPress={() => copyText(json, 'JSON')}
        />
      </div>
    </div>
  );
}

/** Each with its end, so that a selection is copied as it is. */
function linesOf(json: string): readonly string[] {
  return json.split(/(?<=\n)/);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
