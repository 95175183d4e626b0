// Asks for the name of a table or container: a new one, or one that the credential may not list.
import { useState } from 'react';
import type { ConnectionSummary } from '@shared/model/connection';
import { serviceMetricTables } from '@shared/query/wad-window';
import { t } from '@shared/strings/t';
import { Button, Dialog, ErrorNotice, MenuButton, TextField, useAction } from '@renderer/ui';
import { type Resource, createResource } from './connection-store';
import { resourceNoun } from './navigator-menu';
import { knownNameProblem, nameProblem } from './resource-name';

export interface NameDialogProps {
  readonly request: 'create' | 'open-by-name';
  readonly connection: ConnectionSummary;
  readonly resource: Resource;
  readonly onClose: () => void;
  /** To what was created, or named. */
  readonly onOpen: (connectionId: string, resource: Resource, name: string) => void;
}

export function NameDialog({ request, connection, resource, onClose, onOpen }: NameDialogProps) {
  const noun = resourceNoun(connection, resource);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const { isRunning, error, run, forget } = useAction(onClose);

  const problemOf = (name: string): string | null => nameProblem(resource, name, noun);
  const take = async (): Promise<void> => {
    const name = typed.trim();
    const wrong = request === 'create' ? problemOf(name) : knownNameProblem(resource, name);
    if (wrong !== null) {
      setProblem(wrong);
      return;
    }
    await run(async () => {
      if (request === 'create') await createResource(connection.id, resource, name);
      onOpen(connection.id, resource, name);
    });
  };

  return (
    <Dialog
      title={request === 'create' ? t`Create a ${noun} in ${connection.name}` : t`Open a ${noun} in ${connection.name}`}
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" isPending={isRunning} onPress={() => void take()}>
            {request === 'create' ? t`Create ${noun}` : t`Open ${noun}`}
          </Button>
        </>
      }
    >
      <TextField
        label={t`Name`}
        value={typed}
        face="mono"
        autoFocus
        onChange={(text) => {
          setTyped(text);
          // A name that is too short may still grow; a wrong character never becomes right.
          const name = text.trim();
          setProblem(request === 'create' && name.length >= 3 ? (problemOf(name) ?? undefined) : undefined);
          forget();
        }}
        onSubmit={() => void take()}
        errorMessage={problem}
        description={
          request === 'create'
            ? rules(connection, resource)
            : t`The connection may be able to read it without permission to list.`
        }
      />
      {request === 'open-by-name' && resource === 'tables' && (
        <MenuButton
          label={t`Metrics of the service`}
          entries={serviceMetricTables.map((name) => ({
            id: name,
            label: name,
            onAction: () => {
              setTyped(name);
              setProblem(undefined);
              forget();
            },
          }))}
        >
          <Button size="small">{t`Metrics of the service`}</Button>
        </MenuButton>
      )}
      {error && <ErrorNotice error={error} />}
    </Dialog>
  );
}

function rules({ kind }: ConnectionSummary, resource: Resource): string {
  if (resource === 'tables') return t`3 to 63 letters and digits, starting with a letter.`;
  return kind === 's3'
    ? t`3 to 63 lowercase letters, digits and hyphens.`
    : t`3 to 63 lowercase letters, digits and single hyphens; or $root or $web.`;
}
