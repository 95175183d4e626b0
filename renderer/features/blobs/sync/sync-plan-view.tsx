// What a sync would do: its sums, and a tree of the names that differ in which deletions are chosen.
import { ChevronRight, File as FileIcon, FilePlus2, FileWarning, Files, Trash2, Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, Tree, TreeItem, TreeItemContent } from 'react-aria-components';
import type { PlanItem, SyncPlan } from '@shared/model/sync';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import { Checkbox } from '@renderer/ui';
import { type PlanFolder, type PlanNode, planTree } from './plan-tree';
import styles from './sync.module.css';

export interface PlanViewProps {
  readonly plan: SyncPlan;
  /** Names that are only at the target and that the run deletes. */
  readonly deletions: ReadonlySet<string>;
  readonly onDeletions: (deletions: ReadonlySet<string>) => void;
}

const labels: Readonly<Record<PlanItem['what'], string>> = {
  new: t`New`,
  changed: t`Changed`,
  'only there': t`Only at the target`,
  problem: t`Impossible`,
  'left out': t`Skipped`,
};
const icons: Readonly<Record<PlanItem['what'], ReactNode>> = {
  new: <FilePlus2 size={14} aria-hidden />,
  changed: <Files size={14} aria-hidden />,
  'only there': <Trash2 size={14} aria-hidden />,
  problem: <FileWarning size={14} aria-hidden />,
  'left out': <Unlink size={14} aria-hidden />,
};
/** What is only at the target stays there unless its deletion is chosen. */
function iconOf(what: PlanItem['what'], fate: 'stays' | 'deleted'): ReactNode {
  return what === 'only there' && fate === 'stays' ? <FileIcon size={14} aria-hidden /> : icons[what];
}
/** A tree with so few names is shown open. */
const fewNames = 60;

export function PlanView({ plan, deletions, onDeletions }: PlanViewProps) {
  const nodes = planTree(plan.items);
  const extra = plan.items.flatMap(({ what, name }) => (what === 'only there' ? [name] : []));
  const isOpen = plan.items.length <= fewNames;
  const choose = (names: readonly string[], isChosen: boolean): void => {
    const chosen = new Set(deletions);
    for (const name of names) {
      if (isChosen) chosen.add(name);
      else chosen.delete(name);
    }
    onDeletions(chosen);
  };
  if (plan.items.length === 0) {
    return (
      <p className={styles.equal} role="status">
        {plan.state === 'listing' ? t`Comparing…` : t`Source and target are equal. There is nothing to do.`}
      </p>
    );
  }
  return (
    <>
      <Sums plan={plan} />
      {extra.length === 0 ? null : (
        <Checkbox
          isSelected={extra.every((name) => deletions.has(name))}
          isDisabled={plan.state === 'listing'}
          onChange={(isChosen) => choose(extra, isChosen)}
        >
          {t`Delete what is only at the target (${formatCount(extra.length)})`}
        </Checkbox>
      )}
      {plan.state === 'complete' && plan.isSourceEmpty ? (
        <p className={styles.further} role="status">
          {t`The source holds nothing to sync. Check its path before you delete what is only at the target. Scheduled runs delete nothing then.`}
        </p>
      ) : null}
      <Tree
        aria-label={t`Differences`}
        className={styles.tree ?? ''}
        key={plan.state}
        defaultExpandedKeys={isOpen ? foldersIn(nodes) : []}
        items={nodes.map(asItem)}
      >
        {(node) => <Row node={node} deletions={deletions} choose={choose} />}
      </Tree>
      {plan.further === 0 ? null : <p className={styles.further}>{t`and ${formatCount(plan.further)} more`}</p>}
    </>
  );
}

/** Tree keys by path, which are unique: a folder’s ends in a slash. */
type TreeNode = PlanNode & { readonly id: string };
const asItem = (node: PlanNode): TreeNode => ({ ...node, id: node.path });

function foldersIn(nodes: readonly PlanNode[]): string[] {
  return nodes.flatMap((node) => (node.kind === 'folder' ? [node.path, ...foldersIn(node.children)] : []));
}

function Sums({ plan: { sums, problems, requests, lists, state } }: Pick<PlanViewProps, 'plan'>) {
  const parts = [
    { label: labels.new, value: sizeOf(sums.new) },
    { label: labels.changed, value: sizeOf(sums.changed) },
    { label: labels['only there'], value: sizeOf(sums.onlyThere) },
    { label: t`Equal`, value: formatCount(sums.same.files) },
    ...(problems === 0 ? [] : [{ label: labels.problem, value: formatCount(problems) }]),
    { label: t`Requests`, value: t`${formatCount(requests)} and ${counted(lists, 'list request')}` },
  ];
  return (
    <dl className={styles.sums} aria-busy={state === 'listing'}>
      {parts.map(({ label, value }) => (
        <div key={label} className={styles.sum}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function sizeOf({ files, bytes }: { readonly files: number; readonly bytes: number }): string {
  return files === 0 ? formatCount(0) : `${formatCount(files)} · ${formatBytes(bytes)}`;
}

interface RowProps extends Pick<PlanViewProps, 'deletions'> {
  readonly node: TreeNode;
  readonly choose: (names: readonly string[], isChosen: boolean) => void;
}

function Row({ node, deletions, choose }: RowProps) {
  const extra = node.kind === 'folder' ? node.extra : node.item.what === 'only there' ? [node.path] : [];
  const name = visibleLine(node.name);
  return (
    <TreeItem id={node.id} textValue={name} className={styles.row ?? ''}>
      <TreeItemContent>
        {({ hasChildItems, isExpanded, level }) => (
          <div className={styles.line} style={{ paddingInlineStart: `${(level - 1) * 16}px` }}>
            {hasChildItems ? (
              <AriaButton
                slot="chevron"
                className={styles.chevron ?? ''}
                aria-label={isExpanded ? t`Collapse` : t`Expand`}
              >
                <ChevronRight size={14} data-open={isExpanded} />
              </AriaButton>
            ) : (
              <span
                className={styles.icon}
                data-what={node.kind === 'file' ? node.item.what : undefined}
                data-chosen={deletions.has(node.path)}
              >
                {node.kind === 'file' ? iconOf(node.item.what, deletions.has(node.path) ? 'deleted' : 'stays') : null}
              </span>
            )}
            <span className={styles.name} title={node.path}>
              {name}
            </span>
            <span className={styles.what}>{node.kind === 'folder' ? folderText(node) : itemText(node.item)}</span>
            {extra.length === 0 ? null : (
              <Checkbox
                label={t`Delete ${name}`}
                isSelected={extra.every((one) => deletions.has(one))}
                onChange={(isChosen) => choose(extra, isChosen)}
              />
            )}
          </div>
        )}
      </TreeItemContent>
      {node.kind === 'folder'
        ? node.children
            .map(asItem)
            .map((child) => <Row key={child.id} node={child} deletions={deletions} choose={choose} />)
        : null}
    </TreeItem>
  );
}

function folderText({ counts, bytes }: PlanFolder): string {
  const parts = (Object.keys(labels) as PlanItem['what'][]).flatMap((what) =>
    counts[what] === 0 ? [] : [`${labels[what]}: ${formatCount(counts[what])}`],
  );
  return [...parts, ...(bytes === 0 ? [] : [formatBytes(bytes)])].join(' · ');
}

function itemText({ what, bytes, message }: PlanItem): string {
  if (message !== '') return message;
  return bytes === null ? labels[what] : `${labels[what]} · ${formatBytes(bytes)}`;
}
