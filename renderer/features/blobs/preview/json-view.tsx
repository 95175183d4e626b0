// JSON laid out; text that is none says so and is shown as it is.
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { t } from '@shared/strings/t';
import { type Encoding, decodeText, markBytes } from './encoding';
import { prettyJson } from './pretty-json';
import type { RawPage } from './text-page';
import { TextView } from './text-view';
import styles from './preview.module.css';

export interface JsonViewProps {
  readonly label: string;
  /** The whole blob. */
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  readonly wrap: 'window' | 'none';
  /** Shown in place of what is no JSON. */
  readonly otherwise: ReactNode;
}

export function JsonView({ label, bytes, encoding, wrap, otherwise }: JsonViewProps) {
  const page = useMemo((): RawPage | null => {
    const pretty = prettyJson(decodeText(bytes.subarray(markBytes(bytes, encoding)), encoding));
    if (pretty === null) return null;
    const laidOut = new TextEncoder().encode(pretty);
    return { offset: 0, bytes: laidOut, keep: 0, startsAt: 'boundary', endsAt: 'boundary' };
  }, [bytes, encoding]);
  if (page === null) {
    return (
      <>
        <p className={styles.partial} role="status">
          {t`This is not valid JSON, or nested too deeply to be laid out. It is shown as it is stored.`}
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
      places={null}
    />
  );
}
