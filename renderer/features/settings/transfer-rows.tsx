// The defaults of transfers: speed, verification, confirmation, blocks and requests in flight.
import type { Settings } from '@shared/model/settings';
import { t } from '@shared/strings/t';
import { manyBytes, manyBytesBetweenAccounts, manyFiles } from '@shared/preflight/concerns';
import { KiB, MiB, formatCount, formatRoundBytes } from '@shared/units';
import { call, useCall, useSettings } from '@renderer/bridge';
import { ErrorNotice, Select, showToast } from '@renderer/ui';
import { Row } from './page';
import { ChoiceRow, SwitchRow, WholeNumberRow } from './setting-rows';
import styles from './settings-tab.module.css';
import { useState } from 'react';
import type { Pace } from '@shared/model/transfer-pace';
import { PaceEditor } from '@renderer/pace/pace-editor';

/** From the smallest that transfers divide a file into by themselves. */
const blockSizes = [
  ...[64, 128, 256, 512].map((kibibytes) => kibibytes * KiB),
  ...[1, 2, 4, 8, 16, 32, 64, 100].map((mebibytes) => mebibytes * MiB),
];
const firstConcurrency = 16;

export interface TransferRowsProps {
  readonly onChange: (patch: Partial<Settings>) => void;
}

export function TransferRows({ onChange }: TransferRowsProps) {
  const {
    verify,
    uploadSummary,
    blockBytes,
    concurrency,
    preserveTimes,
    emptyFolders,
    followLinks,
    preserveProperties,
  } = useSettings();
  return (
    <>
      <Row
        title={t`Speed of all transfers together`}
        text={t`Each job can have its own besides; the slower one holds.`}
        control="below"
      >
        <SpeedSetting />
      </Row>
      <ChoiceRow
        title={t`Verification`}
        text={t`How a transfer is checked before it counts as done.`}
        options={[
          { value: 'md5', label: 'MD5' },
          { value: 'length', label: t`Length` },
          { value: 'none', label: t`None` },
        ]}
        value={verify}
        onChange={(chosen) => onChange({ verify: chosen })}
      />
      <ChoiceRow
        title={t`Ask before a transfer`}
        text={t`A summary matters where names that exist would be skipped or replaced, where something cannot be moved or leaves its tier early, where the disk has too little room, from ${formatCount(manyFiles)} files or ${formatRoundBytes(manyBytes)}, and from ${formatRoundBytes(manyBytesBetweenAccounts)} between accounts.`}
        control="below"
        options={[
          { value: 'when-it-matters', label: t`When it matters` },
          { value: 'always', label: t`Always` },
          { value: 'never', label: t`Never` },
        ]}
        value={uploadSummary}
        onChange={(chosen) => onChange({ uploadSummary: chosen })}
      />
      <SwitchRow
        title={t`Modification times`}
        text={t`Uploads store the time of each file as metadata, in the forms that rclone and AzCopy read; downloads set it.`}
        isSelected={preserveTimes}
        onChange={(isOn) => onChange({ preserveTimes: isOn })}
      />
      <SwitchRow
        title={t`Empty folders`}
        text={t`Uploads store a marker for each, as other tools do; downloads make a folder of each marker.`}
        isSelected={emptyFolders}
        onChange={(isOn) => onChange({ emptyFolders: isOn })}
      />
      <SwitchRow
        title={t`Symbolic links`}
        text={t`Uploads follow those that lead to what was chosen with them. Others are left out and counted.`}
        isSelected={followLinks}
        onChange={(isOn) => onChange({ followLinks: isOn })}
      />
      <SwitchRow
        title={t`Properties of replaced blobs`}
        text={t`Uploads pass on the headers, metadata, tags and tier of a blob that they replace, where the upload sets no others.`}
        isSelected={preserveProperties}
        onChange={(isOn) => onChange({ preserveProperties: isOn })}
      />
      <Row title={t`Block size`} text={t`Automatic chooses by the size of the file and by what the line carries.`}>
        <Select
          label={t`Block size`}
          labelPosition="hidden"
          className={styles.select ?? ''}
          options={blockSizeOptions(blockBytes)}
          value={String(blockBytes)}
          onChange={(value) => onChange({ blockBytes: value === 'auto' ? 'auto' : Number(value) })}
        />
      </Row>
      <SwitchRow
        title={t`Automatic concurrency`}
        text={t`Requests in flight are raised while the line gains from it, and lowered when the service asks.`}
        isSelected={concurrency === 'auto'}
        onChange={(isAutomatic) => onChange({ concurrency: isAutomatic ? 'auto' : firstConcurrency })}
      />
      {concurrency !== 'auto' && (
        <WholeNumberRow
          title={t`Requests in flight`}
          text={t`For each job.`}
          min={1}
          max={128}
          value={concurrency}
          onChange={(chosen) => onChange({ concurrency: chosen })}
        />
      )}
    </>
  );
}

function blockSizeOptions(
  current: Settings['blockBytes'],
): readonly { readonly value: string; readonly label: string }[] {
  const sizes =
    current === 'auto' || blockSizes.includes(current)
      ? blockSizes
      : [...blockSizes, current].sort((one, other) => one - other);
  return [
    { value: 'auto', label: t`Automatic` },
    ...sizes.map((bytes) => ({ value: String(bytes), label: formatRoundBytes(bytes) })),
  ];
}

/** The speed limit for all transfers together: applied and saved by the engine as soon as it is changed. */
function SpeedSetting() {
  const { data, error } = useCall('transfers.read-pace', {});
  const [changed, setChanged] = useState<Pace | null>(null);
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return null;
  const change = (pace: Pace): void => {
    setChanged(pace);
    call('transfers.write-pace', { pace }).catch(() =>
      showToast({ tone: 'bad', title: t`The speed could not be changed` }),
    );
  };
  return (
    <PaceEditor
      of={t`all transfers together`}
      value={changed ?? data.pace}
      timeZone={data.timeZone}
      onChange={change}
    />
  );
}
