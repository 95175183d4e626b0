// The defaults of transfers: speed, verification, confirmation, blocks and requests in flight.
import type { Settings } from '@shared/model/settings';
import { t } from '@shared/strings/t';
import { manyBytes, manyBytesBetweenAccounts, manyFiles } from '@shared/preflight/concerns';
import { KiB, MiB, formatCount, formatRoundBytes } from '@shared/units';
import { useSettings } from '@renderer/bridge';
import { Select } from '@renderer/ui';
import { Row } from './page';
import { ChoiceRow, SwitchRow, WholeNumberRow } from './setting-rows';
import styles from './settings-tab.module.css';
import { CombinedSpeed } from '@renderer/pace/combined-speed';

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
        title={t`Combined speed of all transfers`}
        text={t`Each job can also have its own limit; the lower one applies.`}
        control="below"
      >
        <CombinedSpeed />
      </Row>
      <ChoiceRow
        title={t`Verification`}
        text={t`How a transfer is verified before it is reported as done.`}
        options={[
          { value: 'md5', label: 'MD5' },
          { value: 'length', label: t`Length` },
          { value: 'none', label: t`None` },
        ]}
        value={verify}
        onChange={(chosen) => onChange({ verify: chosen })}
      />
      <ChoiceRow
        title={t`Confirm before a transfer`}
        text={t`“When needed” shows a summary if existing names would be skipped or replaced, if something cannot be transferred or would leave its tier early, if disk space is low, from ${formatCount(manyFiles)} files or ${formatRoundBytes(manyBytes)}, and from ${formatRoundBytes(manyBytesBetweenAccounts)} between accounts.`}
        control="below"
        options={[
          { value: 'when-it-matters', label: t`When needed` },
          { value: 'always', label: t`Always` },
          { value: 'never', label: t`Never` },
        ]}
        value={uploadSummary}
        onChange={(chosen) => onChange({ uploadSummary: chosen })}
      />
      <SwitchRow
        title={t`Modification times`}
        text={t`Uploads store each file’s modification time as metadata, in the formats of rclone and AzCopy; downloads restore it.`}
        isSelected={preserveTimes}
        onChange={(isOn) => onChange({ preserveTimes: isOn })}
      />
      <SwitchRow
        title={t`Empty folders`}
        text={t`Uploads store a marker blob for each empty folder, as other tools do; downloads create a folder for each marker.`}
        isSelected={emptyFolders}
        onChange={(isOn) => onChange({ emptyFolders: isOn })}
      />
      <SwitchRow
        title={t`Symbolic links`}
        text={t`Uploads follow links to files and folders within the selection. Other links are skipped and counted.`}
        isSelected={followLinks}
        onChange={(isOn) => onChange({ followLinks: isOn })}
      />
      <SwitchRow
        title={t`Properties of replaced blobs`}
        text={t`Uploads keep the headers, metadata, tags and tier of a blob that they replace, unless the upload sets its own.`}
        isSelected={preserveProperties}
        onChange={(isOn) => onChange({ preserveProperties: isOn })}
      />
      <Row title={t`Block size`} text={t`Automatic picks a size from the file and your bandwidth.`}>
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
        text={t`Requests in flight increase while throughput improves, and decrease when the service throttles.`}
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
