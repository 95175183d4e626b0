// One transfer between request and start: runs its preflight in the background, starts it at once if nothing needs a
// decision, and otherwise shows the summary and does what the user decides there.
import { useEffect, useEffectEvent, useState } from 'react';
import type { HubSummary } from '@shared/model/hub';
import type { TransferOptions } from '@shared/model/transfer';
import type { TransferPreflight } from '@shared/model/transfer-preflight';
import { concernsOf } from '@shared/preflight/concerns';
import { useStreamEvents } from '@renderer/bridge';
import { useRunOn } from '@renderer/jobs/run-on';
import { copyOrderOf, preservedBy, preservedIn } from '../transfer/start-transfer';
import { type BlobPropertiesDraft, settingsOf } from './blob-properties';
import { TransferSummary } from './transfer-summary';
import { type WantedTransfer, endpointsOf, titleOf } from './wanted-transfer';

export interface TransferPromptProps {
  readonly wanted: WantedTransfer;
  /** Those that were entered for the last upload. */
  readonly properties: BlobPropertiesDraft;
  readonly onProperties: (properties: BlobPropertiesDraft) => void;
  readonly onStart: (options: TransferOptions, hub: HubSummary | null) => void;
  readonly onCancel: () => void;
}

/** A preflight that takes longer is shown while it runs, so that the user sees what happens to the files. */
const unseenMs = 1_000;

/** `by itself`: the summary appeared because the preflight takes long, and closes when that has nothing to report. */
type Shown = 'no' | 'by-itself' | 'to-be-answered';

export function TransferPrompt(props: TransferPromptProps) {
  const { wanted, onStart, onCancel } = props;
  const { what } = wanted;
  const [options, setOptions] = useState(wanted.options);
  const [preflight, setPreflight] = useState<TransferPreflight | null>(null);
  const [policy, setPolicy] = useState(options.overwrite);
  const [properties, setProperties] = useState(props.properties);
  const runOn = useRunOn();
  const [shown, setShown] = useState<Shown>(wanted.summary === 'always' ? 'to-be-answered' : 'no');

  const startShown = (): void => {
    const blob = what.kind === 'upload' ? settingsOf(properties) : null;
    props.onProperties(properties);
    onStart({ ...options, overwrite: policy, ...(blob === null ? {} : { blob }) }, runOn.hub);
  };
  const names = wanted.summary === 'always' ? 'looked-for' : 'if-it-matters';
  const take = (latest: TransferPreflight): void => {
    setPreflight(latest);
    if (concernsOf(latest, options.overwrite).length > 0) setShown('to-be-answered');
    else if (latest.state === 'complete' && shown !== 'to-be-answered') onStart(options, null);
  };
  // The job meets the same failure, and shows it in the list of jobs.
  const fail = (): void => onStart({ ...options, overwrite: policy }, runOn.hub);
  useStreamEvents(
    'transfers.survey-upload',
    what.kind === 'upload' ? { ...what.to, sources: [...what.sources], options, names } : null,
    take,
    fail,
  );
  useStreamEvents(
    'transfers.survey-download',
    what.kind === 'download' ? { ...what.order, options } : null,
    take,
    fail,
  );
  useStreamEvents(
    'transfers.survey-copy',
    'wish' in what ? { ...copyOrderOf(what.to, what.wish, options), names } : null,
    take,
    fail,
  );
  useEffect(() => {
    const timer = setTimeout(() => setShown((now) => (now === 'no' ? 'by-itself' : now)), unseenMs);
    return () => clearTimeout(timer);
  }, []);

  // If a tab closes before any prompt was shown, its files are still transferred.
  const leave = useEffectEvent(() => {
    if (shown === 'no') onStart(options, null);
  });
  useEffect(() => () => leave(), []);

  if (shown === 'no') return null;
  return (
    <TransferSummary
      {...endpointsOf(what)}
      kind={what.kind}
      title={titleOf(what)}
      preflight={preflight}
      begins={shown === 'by-itself' ? 'by-itself' : 'when-told'}
      policy={policy}
      preserved={preservedIn(options)}
      onPreserved={(chosen) => {
        const { preserveTimes: _times, emptyFolders: _folders, followLinks: _links, ...rest } = options;
        const { preserveProperties: _properties, ...others } = rest;
        setOptions({ ...others, ...preservedBy(chosen) });
        setShown('to-be-answered');
      }}
      changesType={options.changeBlobType === true}
      onChangesType={(isOn) => {
        const { changeBlobType: _type, ...others } = options;
        setOptions(isOn ? { ...others, changeBlobType: true } : others);
      }}
      properties={properties}
      onProperties={(chosen) => {
        setProperties(chosen);
        setShown('to-be-answered');
      }}
      onPolicy={(chosen) => {
        setPolicy(chosen);
        setShown('to-be-answered');
      }}
      runOn={{
        ...runOn,
        choose: (hubId) => {
          runOn.choose(hubId);
          setShown('to-be-answered');
        },
      }}
      onStart={startShown}
      onCancel={onCancel}
    />
  );
}
