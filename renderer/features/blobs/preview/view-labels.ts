// The names of the preview's views.
import { t } from '@shared/strings/t';
import type { PreviewView } from './blob-kind';

export const viewLabels: Readonly<Record<PreviewView, string>> = {
  text: t`Text`,
  json: 'JSON',
  table: t`Table`,
  parquet: t`Table`,
  picture: t`Image`,
  sound: t`Audio`,
  film: t`Video`,
  hex: t`Hex`,
};
