// One blob in a tab of its own: what it is, and the view that suits its bytes. Composes; reading lives in the store.
import { Download, FileQuestion, RefreshCw, Search, WrapText } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { call } from '@renderer/bridge';
import { type OfferedAct, useOfferedActs } from '@renderer/pane/offered-acts';
import { useWindowKeys } from '@renderer/pane/pane-keys';
import {
  Button,
  EmptyState,
  IconButton,
  LoadingRows,
  SegmentedControl,
  Select,
  Time,
  ToggleButton,
} from '@renderer/ui';
import { BlobName } from '../names/blob-name';
import { pickAndDownload } from '../download/pick-download';
import { readOverwrite } from '../transfer/overwrite-choice';
import { leafName } from '../names/path';
import { runAndSay } from '../run-and-say';
import { useTransferAsks } from '../survey/use-transfer-asks';
import { spokenName } from '../names/visible-name';
import { claimWords } from './blob-claim';
import type { PreviewView } from './blob-kind';
import { BlobView } from './blob-view';
import { encodings } from './encoding';
import { FindBar } from './find-bar';
import { useKeepPreview, useKeptPreview } from './use-kept-preview';
import { Pager } from './pager';
import { PreviewError } from './preview-error';
import { type BlobFacts, type PreviewPorts, type PreviewState, createPreviewStore, shownSpan } from './preview-store';
import { useFind } from './use-find';
import styles from './preview.module.css';

export interface BlobTabProps {
  readonly connectionId: string;
  readonly container: string;
  /** Full name inside the container. */
  readonly name: string;
  /** False while another tab is in front: nothing is fetched for the first time then. */
  readonly isActive: boolean;
  readonly onOpenContainer: () => void;
}

const viewWords: Readonly<Record<PreviewView, string>> = {
  text: t`Text`,
  json: 'JSON',
  table: t`Table`,
  parquet: t`Table`,
  picture: t`Picture`,
  sound: t`Sound`,
  film: t`Film`,
  hex: t`Hex`,
};

export function BlobTab({ connectionId, container, name, isActive, onOpenContainer }: BlobTabProps) {
  const kept = useKeptPreview(connectionId, container, name);
  const blob = useMemo(() => ({ connectionId, container, name }), [connectionId, container, name]);
  const { store, actions } = useMemo(() => {
    const ports: PreviewPorts = {
      readFacts: (signal) => call('blobs.properties', blob, { signal }),
      readRange: async (range, signal) => (await call('preview.read', { ...blob, ...range }, { signal })).bytes,
    };
    return createPreviewStore(ports, kept);
  }, [blob, kept]);
  const state = useStore(store);
  const { status, error, facts, kind, view, encoding } = state;
  const find = useFind(blob, state, actions);
  const [isFinding, setIsFinding] = useState(false);
  const [wrap, setWrap] = useState<'window' | 'none'>(kept?.wrap ?? 'none');
  const asks = useTransferAsks(runAndSay);
  const onTop = useKeepPreview({ ...blob, state, wrap });

  useEffect(() => () => actions.dispose(), [actions]);
  useEffect(() => {
    if (isActive && store.getState().facts === null) void actions.open();
  }, [isActive, actions, store]);

  const leaf = leafName(name, name.slice(0, name.lastIndexOf('/') + 1)) || name;
  const claim =
    facts === null || facts.bytes === 0 || kind === null
      ? null
      : claimWords({ ...facts, totalBytes: facts.bytes }, kind);
  const isPaged = status === 'ready' && facts !== null && facts.bytes > 0 && (view === 'text' || view === 'hex');
  const download = (): void => {
    if (facts === null) return;
    const place = { connectionId, container, prefix: name.slice(0, name.lastIndexOf('/') + 1) };
    const entries = [{ kind: 'blob' as const, name, item: facts }];
    runAndSay(pickAndDownload({ place, entries, overwrite: readOverwrite(localStorage), asks }));
  };
  // What is laid out or in columns is searched as the text it is.
  const findsInText =
    status === 'ready' && (view === 'json' || view === 'table') && kind?.views.includes('text') === true;
  const canFind = isPaged || findsInText;
  const startFind = (): void => {
    if (findsInText) actions.show('text');
    setIsFinding(true);
  };
  const closeFind = (): void => {
    find.write('');
    setIsFinding(false);
  };
  useOfferedActs(() => {
    const of = spokenName(leaf);
    const views = status === 'ready' && facts !== null && facts.bytes > 0 ? (kind?.views ?? []) : [];
    const act = (id: string, label: string, onAction: () => void): OfferedAct => ({ id, label, of, onAction });
    return [
      ...(facts === null ? [] : [act('download', t`Download`, download)]),
      ...(canFind ? [{ ...act('find', t`Find`, startFind), shortcut: 'Ctrl F' }] : []),
      ...views.flatMap((to) => (to === view ? [] : [act(to, t`Show ${viewWords[to]}`, () => actions.show(to))])),
      act('reload', t`Load again`, () => void actions.open()),
      act('container', t`Show the container`, onOpenContainer),
    ];
  });
  // Wherever the keyboard is: what it was on may just have gone.
  useWindowKeys(isActive ? 'in-front' : 'behind', (event) => {
    // While it is being read the search waits for the first page.
    if (!(canFind || status === 'loading')) return;
    if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    startFind();
  });

  return (
    <section className={styles.tab} aria-label={t`Preview of ${spokenName(leaf)}`}>
      <header className={styles.toolbar}>
        <div className={styles.title}>
          <h2 className={styles.name} title={name}>
            <BlobName name={leaf} />
          </h2>
          <p className={styles.facts}>{facts === null ? container : <Facts facts={facts} container={container} />}</p>
        </div>
        <div className={styles.controls}>
          {status === 'ready' && kind !== null && facts !== null && facts.bytes > 0 ? (
            <>
              <SegmentedControl
                label={t`Shown as`}
                options={kind.views.map((value) => ({ value, label: viewWords[value] }))}
                value={view}
                onChange={(next) => actions.show(next)}
              />
              {view === 'text' || view === 'json' || view === 'table' ? (
                <Select
                  label={t`Encoding`}
                  labelPosition="hidden"
                  options={encodings}
                  value={encoding}
                  onChange={(next) => actions.decodeAs(next)}
                />
              ) : null}
              {view === 'text' || view === 'json' ? (
                <ToggleButton
                  label={t`Wrap long lines`}
                  icon={<WrapText size={15} />}
                  isSelected={wrap === 'window'}
                  onChange={(isOn) => setWrap(isOn ? 'window' : 'none')}
                />
              ) : null}
              {canFind ? (
                <ToggleButton
                  label={t`Find`}
                  icon={<Search size={15} />}
                  isSelected={isPaged && isFinding}
                  onChange={(isOn) => (isOn ? startFind() : closeFind())}
                />
              ) : null}
            </>
          ) : null}
          <IconButton
            label={t`Download`}
            icon={<Download size={15} />}
            isDisabled={facts === null}
            onPress={download}
          />
          <IconButton label={t`Load again`} icon={<RefreshCw size={15} />} onPress={() => void actions.open()} />
        </div>
      </header>
      {isPaged && isFinding ? (
        <FindBar
          find={find}
          totalBytes={facts.bytes}
          isHex={view === 'hex'}
          isWhole={isWhole(state)}
          onClose={closeFind}
        />
      ) : null}
      {status === 'ready' && claim !== null ? (
        <p className={styles.claim} role="note">
          {claim}
        </p>
      ) : null}
      <div className={styles.body}>
        {status === 'loading' ? (
          <LoadingRows label={t`Reading ${leaf}`} rows={14} columns={[8, 52]} />
        ) : error !== null ? (
          <PreviewError
            error={error}
            archiveStatus={facts?.headers.find((header) => header.name === 'x-ms-archive-status')?.value ?? ''}
            onRetry={() => void actions.open()}
            onReload={() => void actions.open()}
          />
        ) : facts?.bytes === 0 ? (
          <EmptyState
            icon={<FileQuestion size={24} strokeWidth={1.5} />}
            title={t`This blob is empty`}
            actions={<Button onPress={onOpenContainer}>{t`Show the container`}</Button>}
          >
            {t`It has a name, properties and no bytes.`}
          </EmptyState>
        ) : (
          <BlobView
            label={spokenName(leaf)}
            blob={blob}
            state={state}
            actions={actions}
            find={find}
            wrap={wrap}
            onTop={onTop}
          />
        )}
      </div>
      {isPaged ? <Pager state={state} actions={actions} /> : null}
      {asks.element}
    </section>
  );
}

function Facts({ facts, container }: { readonly facts: BlobFacts; readonly container: string }) {
  const isClientEncrypted = facts.metadata.some(({ name }) => name.toLowerCase() === 'encryptiondata');
  return (
    <>
      {container} · {formatBytes(facts.bytes)}
      {facts.contentType === '' ? '' : ` · ${facts.contentType}`} {t`· changed`} <Time at={facts.lastModified} />
      {isClientEncrypted ? t` · encrypted by the program that wrote it` : ''}
    </>
  );
}

function isWhole(state: PreviewState): boolean {
  const { from, to } = shownSpan(state);
  return state.page !== null && state.page.offset + from === 0 && to >= (state.facts?.bytes ?? 0);
}
