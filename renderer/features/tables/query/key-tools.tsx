// The panel at a key's field that computes keys: reversed date, ticks, padded number, GUID, with the resulting sort
// order.
import { t } from '@shared/strings/t';
import { Button, IconButton, NumberField, Popover, SegmentedControl, Select, TextField } from '@renderer/ui';
import { keyDelimiters } from '@shared/query/composite-key';
import { momentText, ticksFromMs } from '@shared/query/ticks';
import { CalendarDays, Wrench } from 'lucide-react';
import { useRef, useState } from 'react';
import styles from './keys.module.css';
import { type Tool, type ToolInput, guidSpellings, startingInput, toolResult, tools } from './tool-result';

export interface KeyToolsProps {
  /** Names the field that gets the key. */
  readonly field: string;
  readonly value: string;
  readonly onUse: (key: string) => void;
  /** What the key's parts are between; empty for a key in one piece. Absent where parts make no sense. */
  readonly delimiter?: string;
  readonly onDelimiter?: (delimiter: string) => void;
}

const delimiterOptions = [
  { value: '', label: t`as one value` },
  ...keyDelimiters.map((delimiter) => ({ value: delimiter, label: t`parts separated by ${delimiter}` })),
] as const;

export function KeyTools({ field, value, onUse, delimiter = '', onDelimiter }: KeyToolsProps) {
  return (
    <Popover
      label={t`Compute ${field}`}
      trigger={
        <IconButton
          label={t`Key tools for ${field}`}
          size="small"
          className={styles.trigger ?? ''}
          icon={<Wrench size={13} aria-hidden />}
        />
      }
    >
      <Tools value={value} onUse={onUse} />
      {onDelimiter === undefined ? null : (
        <div className={styles.typedIn}>
          <Select label={t`Insert key`} options={delimiterOptions} value={delimiter} onChange={onDelimiter} />
        </div>
      )}
    </Popover>
  );
}

function Tools({ value, onUse }: Pick<KeyToolsProps, 'value' | 'onUse'>) {
  const [input, setInput] = useState<ToolInput>(() => startingInput(value, nowText()));
  const change = (part: Partial<ToolInput>): void => setInput({ ...input, ...part });
  const result = toolResult(input);
  return (
    <div className={styles.panel}>
      <Select label={t`Build a key`} options={tools} value={input.tool} onChange={(tool: Tool) => change({ tool })} />
      <ToolFields input={input} onChange={change} problem={result.state === 'wrong' ? result.sentence : undefined} />
      {result.state === 'ready' ? (
        <>
          <div className={styles.result}>
            <span className={styles.label}>{t`Key`}</span>
            <output className={styles.key} aria-label={t`Key`}>
              {result.key}
            </output>
          </div>
          {result.order.length === 0 ? null : (
            <div className={styles.result}>
              <span className={styles.label}>{input.tool === 'guid' ? t`Different keys` : t`Order in the table`}</span>
              <ol className={styles.order} aria-label={t`Order in the table`}>
                {result.order.map((sample) => (
                  <li key={sample.key} data-current={sample.key === result.key ? '' : undefined}>
                    <code>{sample.key}</code>
                    {input.tool === 'guid' ? null : <span>{sample.input}</span>}
                  </li>
                ))}
              </ol>
            </div>
          )}
          <p className={styles.note}>{result.note}</p>
        </>
      ) : null}
      <Button
        variant="primary"
        slot="close"
        isDisabled={result.state !== 'ready'}
        onPress={() => {
          if (result.state === 'ready') onUse(result.key);
        }}
      >
        {t`Use this key`}
      </Button>
    </div>
  );
}

interface ToolFieldsProps {
  readonly input: ToolInput;
  readonly onChange: (part: Partial<ToolInput>) => void;
  readonly problem: string | undefined;
}

function ToolFields({ input, onChange, problem }: ToolFieldsProps) {
  switch (input.tool) {
    case 'padded-number':
      return (
        <div className={styles.pair}>
          <TextField
            label={t`Number`}
            face="mono"
            placeholder="42"
            value={input.number}
            onChange={(number) => onChange({ number })}
            errorMessage={problem}
          />
          <NumberField
            label={t`Digits`}
            value={input.width}
            min={1}
            max={64}
            onChange={(width) => onChange({ width })}
          />
        </div>
      );
    case 'guid':
      return (
        <>
          <TextField
            label="GUID"
            face="mono"
            placeholder={t`paste a GUID`}
            value={input.guid}
            onChange={(guid) => onChange({ guid })}
            errorMessage={problem}
          />
          <div className={styles.pair}>
            <Select
              label={t`Format`}
              options={guidSpellings}
              value={input.guidFormat}
              onChange={(guidFormat) => onChange({ guidFormat })}
            />
            <Button className={styles.beside ?? ''} onPress={() => onChange({ guid: crypto.randomUUID() })}>
              {t`New GUID`}
            </Button>
          </div>
        </>
      );
    default:
      return <MomentFields input={input} onChange={onChange} problem={problem} />;
  }
}

const zones = [
  { value: 'utc', label: t`UTC` },
  { value: 'local', label: t`Local` },
] as const;

function MomentFields({ input, onChange, problem }: ToolFieldsProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <TextField
        label={t`Date and time`}
        face="mono"
        placeholder="2026-10-14 08:21"
        value={input.moment}
        onChange={(moment) => onChange({ moment })}
        errorMessage={problem}
        after={
          <IconButton
            label={t`Pick a date`}
            size="small"
            icon={<CalendarDays size={14} aria-hidden />}
            onPress={() => picker.current?.showPicker()}
          />
        }
      />
      <input
        ref={picker}
        type="datetime-local"
        step={1}
        tabIndex={-1}
        aria-hidden
        className={styles.picker}
        onChange={(event) => onChange({ moment: event.target.value.replace('T', ' ') })}
      />
      <SegmentedControl
        label={t`Time zone of the entered time`}
        width="fill"
        options={zones}
        value={input.zone}
        onChange={(zone) => onChange({ zone })}
      />
    </>
  );
}

function nowText(): string {
  return momentText(ticksFromMs(Math.floor(Date.now() / 60_000) * 60_000), 'utc');
}
