// One parameter of an experiment as a field of its kind, with its effect and validation message.
import type { DeclaredParameter } from '@shared/lab/parameters';
import { unitLabel } from '@shared/units';
import { Select, TextField } from '@renderer/ui';

export interface ParameterFieldProps {
  readonly parameter: DeclaredParameter;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

export function ParameterField({ parameter, text, problem, onChange }: ParameterFieldProps) {
  const fieldText = {
    label: parameter.title,
    ...(problem === undefined ? { description: parameter.help } : { errorMessage: problem }),
  };
  if (parameter.kind === 'choice') {
    return (
      <Select
        {...fieldText}
        options={parameter.options.map(({ value, title }) => ({ value, label: title }))}
        value={text}
        onChange={onChange}
      />
    );
  }
  const unit =
    parameter.kind === 'text' || parameter.unit === 'bytes' || parameter.unit === ''
      ? undefined
      : unitLabel(parameter.unit);
  return (
    <TextField
      {...fieldText}
      value={text}
      onChange={onChange}
      face="mono"
      {...(unit === undefined ? {} : { after: unit })}
    />
  );
}
