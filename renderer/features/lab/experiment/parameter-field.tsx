// One parameter of an experiment as a field of its kind, with its effect and validation message.
import type { DeclaredParameter } from '@shared/lab/parameters';
import { unitWords } from '@shared/units';
import { Select, TextField } from '@renderer/ui';

export interface ParameterFieldProps {
  readonly parameter: DeclaredParameter;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

export function ParameterField({ parameter, text, problem, onChange }: ParameterFieldProps) {
  const words = {
    label: parameter.title,
    ...(problem === undefined ? { description: parameter.help } : { errorMessage: problem }),
  };
  if (parameter.kind === 'choice') {
    return (
      <Select
        {...words}
        options={parameter.options.map(({ value, title }) => ({ value, label: title }))}
        value={text}
        onChange={onChange}
      />
    );
  }
  const unit =
    parameter.kind === 'text' || parameter.unit === 'bytes' || parameter.unit === ''
      ? undefined
      : unitWords(parameter.unit);
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
