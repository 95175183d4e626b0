// The folder whose files an experiment moves, the further connections that it measures in turn, and its timetable.
import { FolderOpen } from 'lucide-react';
import type { OfferedExperiment } from '@shared/lab/experiment';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { Button, Checkbox, showFailure } from '@renderer/ui';
import type { LabConnection } from '../lab-store';
import { TimetableFields, type TimetableText } from './timetable-fields';
import styles from './experiment-view.module.css';

/** What a run uses besides its first connection. */
export interface RunInputs {
  /** Further connections, by id. */
  readonly others: readonly string[];
  readonly folder: { readonly token: string; readonly name: string } | null;
  readonly timetable: TimetableText | null;
}

export interface InputFieldsProps {
  readonly experiment: OfferedExperiment;
  /** Connections that may be added. */
  readonly others: readonly LabConnection[];
  readonly wantsFolder: boolean;
  readonly inputs: RunInputs;
  readonly onInputs: (inputs: RunInputs) => void;
}

export function InputFields({ experiment, others, wantsFolder, inputs, onInputs }: InputFieldsProps) {
  const maxOthers = (experiment.maxTargets ?? 1) - 1;
  const pick = async (): Promise<void> => {
    try {
      const folder = await call('lab.pick-folder', {});
      if (folder !== null) onInputs({ ...inputs, folder });
    } catch (thrown) {
      showFailure(thrown, t`The folder could not be chosen`);
    }
  };
  return (
    <>
      {wantsFolder ? (
        <div className={styles.inputs}>
          <Button size="small" icon={<FolderOpen size={14} aria-hidden />} onPress={() => void pick()}>
            {t`Choose folder…`}
          </Button>
          <span className={styles.muted}>{inputs.folder?.name ?? t`Its files are read, never changed.`}</span>
        </div>
      ) : null}
      {maxOthers > 0 && others.length > 0 ? (
        <div className={styles.inputs} role="group" aria-label={t`Also measure`}>
          <span className={styles.muted}>{t`Also measure, in turn with the same files:`}</span>
          {others.map(({ id, name }) => {
            const isChosen = inputs.others.includes(id);
            return (
              <Checkbox
                key={id}
                isSelected={isChosen}
                isDisabled={!isChosen && inputs.others.length >= maxOthers}
                onChange={() =>
                  onInputs({
                    ...inputs,
                    others: isChosen ? inputs.others.filter((one) => one !== id) : [...inputs.others, id],
                  })
                }
              >
                {name}
              </Checkbox>
            );
          })}
        </div>
      ) : null}
      {experiment.takesTimetable === true ? (
        <TimetableFields timetable={inputs.timetable} onTimetable={(timetable) => onInputs({ ...inputs, timetable })} />
      ) : null}
    </>
  );
}
