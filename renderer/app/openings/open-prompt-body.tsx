// Asks whether to open the target of a link or a file. No request is sent to the account before the user confirms.
import { nameList, useConnectionState } from '@renderer/features/connections';
import { Badge, Button, Checkbox, ComboBox, CostBadge, Dialog, ErrorNotice, Select } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { ParsedOpenRequest } from '@shared/links/open-request';
import type { ConnectionSummary } from '@shared/model/connection';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { type ReactNode, useState } from 'react';
import { tabId, useTabs } from '../tabs/tabs-store';
import { keepQuery, openTarget } from './begin-opening';
import { titleOf } from './open-prompt-text';
import styles from './openings.module.css';
import type { QueryTerms } from '@shared/model/saved-query';
import { classify } from '@shared/query/cost-class';
import type { CostVerdict } from '@shared/model/table-query';
import { checkedFilter } from '@shared/query/key-filter';

export interface OpenPromptBodyProps {
  readonly opening: ParsedOpenRequest;
  readonly waiting: number;
  /** Those that it can mean, the likeliest first. */
  readonly connections: readonly [ConnectionSummary, ...ConnectionSummary[]];
  readonly onDone: () => void;
}

export function OpenPromptBody({ opening: openRequest, waiting, connections, onDone }: OpenPromptBodyProps) {
  const { target, title, from } = openRequest;
  const front = useFrontTable();
  const [connectionId, setConnectionId] = useState(
    (connections.find(({ id }) => target.kind === 'columns' && id === front?.connectionId) ?? connections[0]).id,
  );
  const [anyTable, setAnyTable] = useState(front?.table ?? '');
  const [keeps, setKeeps] = useState(false);
  const [error, setError] = useState<StowageError | null>(null);
  const connection = connections.find(({ id }) => id === connectionId) ?? connections[0];
  const isQuery = target.kind === 'table' || target.kind === 'columns';
  const table = target.kind === 'table' ? target.table : anyTable.trim();
  const isComplete = target.kind !== 'columns' || table !== '';

  const open = (begin: 'put' | 'run'): void => {
    const location = { connectionId: connection.id, table };
    const saving = keeps && isQuery && title !== undefined ? keepQuery(target, title, location) : undefined;
    if (saving === undefined) {
      openTarget(target, location, begin);
      onDone();
      return;
    }
    saving.then(
      (saved) => {
        openTarget(target, location, begin, saved);
        onDone();
      },
      (thrown: unknown) => setError(StowageError.from(thrown)),
    );
  };

  return (
    <Dialog
      title={titleOf(openRequest)}
      isOpen
      onClose={onDone}
      role="alertdialog"
      footer={
        <>
          {waiting === 0 ? null : <span className={styles.waiting}>{t`and ${formatCount(waiting)} more`}</span>}
          <Button onPress={onDone} autoFocus>
            {t`Cancel`}
          </Button>
          {isQuery ? (
            <Button isDisabled={!isComplete} onPress={() => open('put')}>
              {t`Open without running`}
            </Button>
          ) : null}
          <Button variant="primary" isDisabled={!isComplete} onPress={() => open('run')}>
            {isQuery ? t`Open and run` : t`Open`}
          </Button>
        </>
      }
    >
      <div className={styles.words}>
        <p>
          {from === 'link' ? t`From a link. Nothing has been read yet.` : t`From a file. Nothing has been read yet.`}
        </p>
        {title === undefined || title.description === '' ? null : <p className={styles.quiet}>{title.description}</p>}
        <OpenFacts target={target} connection={connection} choice={connections.length === 1 ? 'none' : 'open'} />
        {connections.length > 1 ? (
          <Select
            label={t`Connection`}
            value={connection.id}
            onChange={setConnectionId}
            options={connections.map(({ id, name, accountName }) => ({
              value: id,
              label: name,
              description: accountName,
            }))}
          />
        ) : null}
        {target.kind === 'columns' ? (
          <TableField connectionId={connection.id} value={anyTable} onChange={setAnyTable} />
        ) : null}
        {isQuery && title !== undefined ? (
          <Checkbox isSelected={keeps} onChange={setKeeps}>
            {t`Add to saved queries`}
          </Checkbox>
        ) : null}
        {error === null ? null : <ErrorNotice error={error} />}
      </div>
    </Dialog>
  );
}

interface OpenFactsProps {
  readonly target: ParsedOpenRequest['target'];
  readonly connection: ConnectionSummary;
  /** Whether the user chooses among several connections; then the connection is not shown as a fact. */
  readonly choice: 'none' | 'open';
}

function OpenFacts({ target, connection, choice }: OpenFactsProps) {
  return (
    <dl className={styles.facts}>
      {choice === 'none' ? (
        <Fact name={t`Connection`}>
          {connection.name}
          <ConnectionMarks connection={connection} />
        </Fact>
      ) : null}
      <Fact name={t`Account`}>{connection.accountName}</Fact>
      {target.kind === 'table' ? <Fact name={t`Table`}>{target.table}</Fact> : null}
      {target.kind === 'container' || target.kind === 'blob' ? (
        <Fact name={t`Container`}>{target.container}</Fact>
      ) : null}
      {target.kind === 'blob' ? <Fact name={t`Blob`}>{target.blob}</Fact> : null}
      {target.kind === 'table' || target.kind === 'columns' ? (
        <QueryFacts terms={target.terms} />
      ) : (
        <Fact name={t`Reads`}>{readLabels[target.kind]()}</Fact>
      )}
    </dl>
  );
}

const readLabels = {
  container: () => t`First page of the list`,
  blob: () => t`Properties and the beginning of the content`,
};

function QueryFacts({ terms }: { readonly terms: Extract<ParsedOpenRequest['target'], { kind: 'table' }>['terms'] }) {
  const { filter, verdict } = costOfTerms(terms);
  const [reason] = verdict.reasons;
  return (
    <>
      <Fact name={t`Filter`}>
        {filter === '' ? t`None (all entities)` : <code className={styles.filter}>{filter}</code>}
      </Fact>
      {terms === undefined || terms.select.length === 0 ? null : (
        <Fact name={t`Columns`}>{terms.select.join(', ')}</Fact>
      )}
      {terms?.limit === undefined ? null : <Fact name={t`Row limit`}>{counted(terms.limit, 'row')}</Fact>}
      {terms?.splitOr === true ? (
        <Fact name={t`Alternatives`}>{t`Each “or” is queried as a separate range`}</Fact>
      ) : null}
      {terms?.parallel === undefined ? null : (
        <Fact name={t`In parallel`}>{plural(
          terms.parallel,
        )`${formatCount(terms.parallel)} range at a time | ${formatCount(terms.parallel)} ranges at a time`}</Fact>
      )}
      {terms?.pageSize === undefined ? null : (
        <Fact name={t`Page size`}>{t`Up to ${counted(terms.pageSize, 'row')}`}</Fact>
      )}
      <Fact name={t`Cost`}>
        <CostBadge costClass={verdict.costClass} />
        <span className={styles.reason}>{reason}</span>
      </Fact>
    </>
  );
}

function ConnectionMarks({ connection: { marking, locked } }: { readonly connection: ConnectionSummary }) {
  return (
    <>
      {marking.production ? (
        <Badge tone="bad" appearance="outlined">
          {t`PROD`}
        </Badge>
      ) : null}
      {locked ? <Badge>{t`read-only`}</Badge> : null}
    </>
  );
}

interface TableFieldProps {
  readonly connectionId: string;
  readonly value: string;
  readonly onChange: (table: string) => void;
}

/** Suggests only tables that are already known: listing them would be a request that the user has not agreed to. */
function TableField({ connectionId, value, onChange }: TableFieldProps) {
  const names = useConnectionState((state) => nameList(state, connectionId, 'tables').names);
  return (
    <ComboBox
      label={t`Table`}
      face="mono"
      value={value}
      onChange={onChange}
      options={(names ?? []).map((name) => ({ value: name, label: name }))}
    />
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function useFrontTable(): { readonly connectionId: string; readonly table: string } | undefined {
  const { tabs, activeId } = useTabs();
  const front = tabs.find((each) => tabId(each) === activeId);
  return front?.kind === 'table' ? front : undefined;
}

// What the first query of a link or file would read, known before anything is sent.

interface OpenCost {
  /** As it is sent; empty for none. */
  readonly filter: string;
  readonly verdict: CostVerdict;
}

/** @param terms undefined for every entity; values from a link or a file are valid in a request */
export function costOfTerms(terms: QueryTerms | undefined): OpenCost {
  if (terms === undefined) return { filter: '', verdict: classify(null) };
  const { node, text } = checkedFilter({ ...terms, table: 'T00', pageSize: 1000 });
  return { filter: text, verdict: classify(node) };
}
