// Formatted JSON; invalid JSON is shown unchanged, with a note.
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { type Encoding, decodeText, markBytes } from './encoding';
import { type PrettyJson, deepestLevel, prettyJson } from './pretty-json';
import type { RawPage } from './text-page';
import { TextView } from './text-view';
import styles from './preview.module.css';

export interface JsonViewProps {
  readonly label: string;
  /** The whole blob. */
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  readonly wrap: 'window' | 'none';
  /** Shown in place of text that is not JSON. */
  readonly otherwise: ReactNode;
}

export function JsonView({ label, bytes, encoding, wrap, otherwise }: JsonViewProps) {
  const pretty = useMemo(
    () => prettyJson(decodeText(bytes.subarray(markBytes(bytes, encoding)), encoding)),
    [bytes, encoding],
  );
  const page = useMemo((): RawPage | null => {
    if (pretty.kind !== 'laid-out') return null;
    const laidOut = new TextEncoder().encode(pretty.text);
    return { offset: 0, bytes: laidOut, keep: 0, startsAt: 'boundary', endsAt: 'boundary' };
  }, [pretty]);
  if (page === null) {
    return (
      <>
        <p className={styles.partial} role="status">
          {whyAsStored(pretty)} {t`It is shown as stored.`}
        </p>
        {otherwise}
      </>
    );
  }
  return (
    <TextView
      label={label}
      page={page}
      span={{ from: 0, to: page.bytes.length }}
      encoding="utf-8"
      firstLine={1}
      wrap={wrap}
      target={null}
      matches={null}
      colours="json"
    />
  );
}

function whyAsStored(pretty: PrettyJson): string {
  if (pretty.kind !== 'broken') return t`This JSON is nested more than ${deepestLevel} levels deep.`;
  if (pretty.at === 'end') return t`Invalid JSON: it ends before it is complete.`;
  const { line, column } = pretty.at;
  return t`Invalid JSON: unexpected character in line ${formatCount(line)}, column ${formatCount(column)}.`;
}
