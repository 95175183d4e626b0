// The state of the dry run: its progress, why it stopped, how to restart it.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { MiB, formatBytes } from '@shared/units';
import { Button, ErrorNotice, ProgressBar } from '@renderer/ui';
import styles from './import-check.module.css';
import textStyles from './text.module.css';
import { subscribe } from '@renderer/bridge';
import { StowageError } from '@shared/errors';
import type { ImportReading, ImportReport, ImportSettings, ImportSource } from '@shared/model/table-import';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

export function CheckStatus({ check, bytes }: { readonly check: ImportCheck; readonly bytes: number }) {
  const { state, start, stop } = check;
  switch (state.status) {
    case 'nothing':
    case 'done':
      return null;
    case 'running': {
      const text = t`${counted(state.rows, 'row')}, ${formatBytes(state.bytesDone)} of ${formatBytes(state.bytesTotal)}`;
      return (
        <div className={styles.checking}>
          <div className={styles.checkingLine}>
            <span>{t`Reading the entire input`}</span>
            <Button size="small" variant="quiet" onPress={stop}>{t`Stop`}</Button>
          </div>
          <ProgressBar
            label={t`Progress of the dry run`}
            fraction={state.bytesTotal === 0 ? null : state.bytesDone / state.bytesTotal}
            valueText={text}
          />
          <span className={textStyles.muted}>{text}</span>
        </div>
      );
    }
    case 'unasked':
    case 'stopped':
      return (
        <div className={styles.checking}>
          <span>
            {state.status === 'stopped'
              ? t`The dry run was stopped. Nothing was written.`
              : t`The input is large (${formatBytes(bytes)}), so it is only checked on request.`}
          </span>
          <Button onPress={start}>{t`Check input`}</Button>
        </div>
      );
    case 'failed':
      return <ErrorNotice error={state.error} onRetry={start} />;
  }
}

export interface CheckRequest {
  readonly source: ImportSource;
  readonly reading: ImportReading;
  readonly settings: ImportSettings;
}

type CheckState =
  | { readonly status: 'nothing' }
  /** Too long to be read without a request. */
  | { readonly status: 'unasked' }
  | { readonly status: 'running'; readonly rows: number; readonly bytesDone: number; readonly bytesTotal: number }
  | { readonly status: 'stopped' }
  | { readonly status: 'failed'; readonly error: StowageError }
  | { readonly status: 'done'; readonly report: ImportReport };

interface ImportCheck {
  readonly state: CheckState;
  /** The latest report on this input with these reading options; keys or types may have changed since. */
  readonly latest: ImportReport | null;
  readonly start: () => void;
  readonly stop: () => void;
}

/** Inputs up to this size are read without a request. */
const shortBytes = 64 * MiB;
/** Waits until the user has stopped typing. */
const restMs = 300;

interface LastCheck {
  readonly key: string;
  readonly state: CheckState;
}
interface Latest {
  readonly source: ImportSource;
  readonly reading: ImportReading;
  readonly report: ImportReport;
}

/**
 * The dry run as state: it starts automatically for inputs that are read in seconds, and again when anything it depends
 * on changes; longer inputs are read on request. @param request null while there is nothing to check; source and
 * reading must keep their identity
 */
export function useImportCheck(request: CheckRequest | null, bytes: number): ImportCheck {
  const key = useMemo(() => (request === null ? '' : JSON.stringify(request)), [request]);
  const [requested, setRequested] = useState({ key: '', count: 0 });
  const [last, setLast] = useState<LastCheck | null>(null);
  const [latest, setLatest] = useState<Latest | null>(null);
  const controller = useRef<AbortController | null>(null);
  const isDue = key !== '' && (bytes <= shortBytes || requested.key === key);

  const storeLatest = useEffectEvent((report: ImportReport) => {
    if (request !== null) setLatest({ source: request.source, reading: request.reading, report });
  });
  useEffect(() => {
    if (!isDue) return;
    const given = JSON.parse(key) as CheckRequest;
    const own = new AbortController();
    controller.current = own;
    const timer = setTimeout(() => {
      subscribe(
        'imports.check',
        given,
        (event) => {
          if (own.signal.aborted) return;
          if (event.kind === 'progress') {
            const { rows, bytesDone, bytesTotal } = event;
            setLast({ key, state: { status: 'running', rows, bytesDone, bytesTotal } });
          } else {
            setLast({ key, state: { status: 'done', report: event.report } });
            storeLatest(event.report);
          }
        },
        { signal: own.signal, afterRestart: 'fail' },
      ).catch((thrown: unknown) => {
        if (!own.signal.aborted) setLast({ key, state: { status: 'failed', error: StowageError.from(thrown) } });
      });
    }, restMs);
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [key, isDue, requested.count]);

  return {
    state: stateOf(),
    latest:
      request !== null && latest?.source === request.source && latest.reading === request.reading
        ? latest.report
        : null,
    start: () => {
      setLast(null);
      setRequested((before) => ({ key, count: before.count + 1 }));
    },
    stop: () => {
      controller.current?.abort();
      setLast({ key, state: { status: 'stopped' } });
    },
  };

  function stateOf(): CheckState {
    if (key === '') return { status: 'nothing' };
    if (last?.key === key) return last.state;
    return isDue ? { status: 'running', rows: 0, bytesDone: 0, bytesTotal: bytes } : { status: 'unasked' };
  }
}
