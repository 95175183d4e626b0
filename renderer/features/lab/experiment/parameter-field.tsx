// One parameter of an experiment as a field of its kind, with what it changes and what is wrong with what was typed.
import { unitWords } from '@shared/lab/figures';
import type { ParameterInfo } from '@shared/lab/parameters';
import { Select, TextField } from '@renderer/ui';

export interface ParameterFieldProps {
  readonly info: ParameterInfo;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

export function ParameterField({ info, text, problem, onChange }: ParameterFieldProps) {
  const words = {
    label: info.title,
    ...(problem === undefined ? { description: info.help } : { errorMessage: problem }),
  };
  if (info.kind === 'choice') {
    return (
      <Select
        {...words}
        options={info.options.map(({ value, title }) => ({ value, label: title }))}
        value={text}
        onChange={onChange}
      />
    );
  }
  const unit = info.kind === 'text' || info.unit === 'bytes' || info.unit === '' ? undefined : unitWords(info.unit);
  return (
    <TextField
      {...words}
      value={text}
      onChange={onChange}
      face="mono"
      {...(unit === undefined ? {} : { after: unit })}
    />
  );
}
