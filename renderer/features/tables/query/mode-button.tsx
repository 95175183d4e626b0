// Switches between conditions and text: back to conditions only if they can express the whole filter; otherwise it says
// why not.
import { t } from '@shared/strings/t';
import { Button, IconButton, ResponsiveLabel } from '@renderer/ui';
import type { KeyDelimiters } from '@shared/query/to-builder';
import { Braces, ListFilter } from 'lucide-react';
import type { QueryDraft } from './query-draft';
import type { QueryPreview } from './query-preview';
import { conditionsFromText } from './draft-from-builder';

export interface ModeButtonProps {
  readonly draft: QueryDraft;
  readonly onChange: (draft: QueryDraft) => void;
  readonly preview: QueryPreview;
  readonly known: ReadonlySet<string>;
  readonly delimiters: KeyDelimiters;
  /** Told in one sentence why the filter has to stay text. */
  readonly onRejected: (reason: string) => void;
}

export function ModeButton({ draft, onChange, preview, known, delimiters, onRejected }: ModeButtonProps) {
  if (draft.mode === 'conditions') {
    const toText = (): void =>
      onChange({ ...draft, mode: 'text', filterText: preview.state === 'ready' ? preview.filter : draft.filterText });
    return <IconButton label={t`Write the filter as text`} icon={<Braces size={16} aria-hidden />} onPress={toText} />;
  }
  const toConditions = (): void => {
    if (preview.state === 'problem') {
      onRejected(t`Conditions are read from a filter that is complete and correct. Finish the text first.`);
      return;
    }
    const result = conditionsFromText(draft.filterText, known, delimiters);
    if (result.state === 'text-only') onRejected(result.reason);
    else onChange({ ...draft, ...result.conditions, mode: 'conditions' });
  };
  return (
    <Button variant="quiet" icon={<ListFilter size={14} aria-hidden />} onPress={toConditions}>
      <ResponsiveLabel needs="some">{t`Conditions`}</ResponsiveLabel>
    </Button>
  );
}
