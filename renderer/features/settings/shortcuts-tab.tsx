// All keys of the window in one list: those of commands, which can be changed, and those that belong to a view.
import { RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { type ChosenKeys, type FixedKeys, commandIds, fixedKeys } from '@shared/keyboard/commands';
import { commandGroups, commands, groupTitles } from '@shared/keyboard/commands';
import { chordLabel } from '@shared/keyboard/chord';
import { t } from '@shared/strings/t';
import { useSettings, writeSettings } from '@renderer/bridge';
import { bindingsNow } from '@renderer/keys/keys';
import { useViewActions } from '@renderer/pane/view-actions';
import { Button, ConfirmDialog, KeyCap, SearchField, showFailure } from '@renderer/ui';
import { Group, Page } from './page';
import { ShortcutRow } from './shortcut-row';
import styles from './shortcuts.module.css';

export function ShortcutsTab() {
  const chosen = useSettings((settings) => settings.shortcuts);
  const [typed, setTyped] = useState('');
  const [prompt, setPrompt] = useState<'nothing' | 'reset'>('nothing');
  const search = useRef<HTMLInputElement>(null);
  const hasOwn = Object.keys(chosen).length > 0;
  useViewActions(() => {
    const of = t`Keyboard shortcuts`;
    return [
      { id: 'search', label: t`Search shortcuts`, of, onAction: () => search.current?.focus() },
      ...(hasOwn ? [{ id: 'reset', label: t`Reset all`, of, onAction: () => setPrompt('reset') }] : []),
    ];
  });
  const change = (shortcuts: ChosenKeys): void => {
    writeSettings({ shortcuts }).catch((thrown: unknown) => showFailure(thrown, t`The shortcut could not be saved`));
  };
  const bindings = bindingsNow(chosen);
  const fits = (label: string, chords: readonly string[]): boolean => {
    const text = `${label} ${chords.map(chordLabel).join(' ')}`.toLowerCase();
    return typed
      .toLowerCase()
      .split(/[\s+]+/)
      .every((term) => text.includes(term));
  };
  const groups = commandGroups
    .map((group) => ({
      title: groupTitles[group],
      ids: commandIds.filter(
        (id) =>
          commands[id].group === group && fits(`${groupTitles[group]} ${commands[id].title}`, bindings.chordsOf(id)),
      ),
    }))
    .filter(({ ids }) => ids.length > 0);
  const fixed = fixedKeys.filter(({ view, does, keys }) => fits(`${view} ${does}`, keys));

  return (
    <Page
      title={t`Keyboard shortcuts`}
      aside={
        <Button size="small" icon={<RotateCcw size={14} />} isDisabled={!hasOwn} onPress={() => setPrompt('reset')}>
          {t`Reset all`}
        </Button>
      }
    >
      <SearchField
        label={t`Search shortcuts`}
        placeholder={t`Search by name or keys`}
        inputRef={search}
        value={typed}
        onChange={setTyped}
      />
      {groups.map(({ title, ids }) => (
        <Group key={title} title={title}>
          {ids.map((id) => (
            <ShortcutRow key={id} command={id} chosen={chosen} onChange={change} />
          ))}
        </Group>
      ))}
      {viewsOf(fixed).map(({ view, keys }) => (
        <Group key={view} title={view} note={t`fixed`}>
          {keys.map((each) => (
            <FixedRow key={each.does} keys={each} />
          ))}
        </Group>
      ))}
      {groups.length === 0 && fixed.length === 0 && (
        <p className={styles.nothing} role="status">{t`No shortcuts match “${typed}”.`}</p>
      )}
      <ConfirmDialog
        title={t`Reset all shortcuts`}
        isOpen={prompt === 'reset'}
        onClose={() => setPrompt('nothing')}
        confirmLabel={t`Reset all`}
        onConfirm={() => change({})}
      >
        {t`All commands get their default shortcuts back. Your own shortcuts are removed.`}
      </ConfirmDialog>
    </Page>
  );
}

function viewsOf(all: readonly FixedKeys[]): readonly { readonly view: string; readonly keys: readonly FixedKeys[] }[] {
  const views = [...new Set(all.map(({ view }) => view))];
  return views.map((view) => ({ view, keys: all.filter((each) => each.view === view) }));
}

function FixedRow({ keys: { keys, does } }: { readonly keys: FixedKeys }) {
  return (
    <div className={styles.row}>
      <span className={styles.words}>{does}</span>
      <span className={styles.keys}>
        {keys.map((each) => (
          <KeyCap key={each} keys={chordLabel(each)} />
        ))}
      </span>
    </div>
  );
}
