// The saved runs as a table: experiment, target and time, to be selected, opened or renamed.
import { Pencil } from 'lucide-react';
import { experimentOf } from '@shared/lab/definitions';
import type { RunHead } from '@shared/lab/run';
import { endLabels, lineText } from '@shared/lab/run-text';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { Checkbox, IconButton, Time, Truncate, classNames } from '@renderer/ui';
import parts from '../lab-parts.module.css';
import styles from './runs-view.module.css';

export interface RunsTableProps {
  readonly runs: readonly RunHead[];
  /** Ids of the chosen ones, in the order in which they were chosen. */
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
  readonly onOpen: (run: RunHead) => void;
  readonly onRename: (run: RunHead) => void;
}

export function RunsTable({ runs, chosen, onChoose, onOpen, onRename }: RunsTableProps) {
  return (
    <div className={parts.scroll}>
      <table className={parts.table}>
        <thead>
          <tr>
            <th aria-label={t`Select`} />
            <th scope="col" className={parts.words}>{t`Name`}</th>
            <th scope="col" className={parts.words}>{t`Experiment`}</th>
            <th scope="col" className={classNames(parts.words, styles.connection)}>{t`Connection`}</th>
            <th scope="col" className={classNames(parts.words, styles.line)}>{t`Network`}</th>
            <th scope="col" className={parts.words}>{t`Started`}</th>
            <th scope="col" className={styles.measurements}>{t`Measurements`}</th>
            <th scope="col" className={parts.words}>{t`End`}</th>
            <th aria-label={t`Actions`} />
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id} data-run={run.id}>
              <td>
                <Checkbox
                  label={t`Select ${run.name}`}
                  isSelected={chosen.includes(run.id)}
                  onChange={(isChosen) =>
                    onChoose(isChosen ? [...chosen, run.id] : chosen.filter((id) => id !== run.id))
                  }
                />
              </td>
              <td className={classNames(parts.words, styles.name)}>
                <button type="button" className={styles.link} onClick={() => onOpen(run)}>
                  <Truncate>{run.name}</Truncate>
                </button>
              </td>
              <td className={classNames(parts.words, styles.experiment)}>
                <Truncate>{experimentOf(run.experimentId).title}</Truncate>
              </td>
              <td className={classNames(parts.words, styles.connection)}>
                <Truncate>{[...new Set(run.environments.map((one) => one.connection))].join(', ')}</Truncate>
              </td>
              <td className={classNames(parts.words, styles.line)}>{lineText(run)}</td>
              <td className={parts.words}>
                <Time at={run.startedAtMs} />
              </td>
              <td className={styles.measurements}>{formatCount(run.sampleCount)}</td>
              <td className={parts.words}>{endLabels(run)}</td>
              <td>
                <IconButton label={t`Rename ${run.name}`} icon={<Pencil size={13} />} onPress={() => onRename(run)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
