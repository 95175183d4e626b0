// What `--cold` measures: whole commands, each on files, blobs or rows of a known shape.

/** Files of one size in one folder. */
interface Group {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
}

export interface Tree {
  readonly name: string;
  readonly groups: readonly Group[];
}

const kibibyte = 1024;
const mebibyte = 2 ** 20;

function treeOf(name: string, files: number, bytes: number): Tree {
  return { name, groups: [{ folder: 'files', files, bytes }] };
}

/** A file of each kind that people have: large ones, documents, notes, and markers without content. */
const mixed: Tree = {
  name: 'mixed',
  groups: [
    { folder: 'recordings', files: 3, bytes: 100 * mebibyte },
    { folder: 'documents', files: 1000, bytes: 64 * kibibyte },
    { folder: 'notes', files: 10_000, bytes: kibibyte },
    { folder: 'markers', files: 100, bytes: 0 },
  ],
};

const quickMixed: Tree = {
  name: 'mixed',
  groups: [
    { folder: 'recordings', files: 1, bytes: 10 * mebibyte },
    { folder: 'notes', files: 100, bytes: kibibyte },
  ],
};

/** What a program is to do. */
export type Action =
  | { readonly kind: 'upload' | 'download' | 'dry-run' | 'resume'; readonly tree: Tree }
  | { readonly kind: 'print' | 'count'; readonly rows: number }
  | { readonly kind: 'export'; readonly rows: number; readonly format: 'csv' | 'jsonl' | 'parquet' }
  | { readonly kind: 'version' | 'connections' };

export interface ColdWork {
  readonly id: string;
  readonly title: string;
  readonly action: Action;
}

const trees = (size: 'full' | 'quick'): readonly (readonly [title: string, tree: Tree])[] =>
  size === 'quick'
    ? [
        ['one file of 32 MiB', treeOf('large', 1, 32 * mebibyte)],
        ['mixed tree', quickMixed],
        ['100 empty files', treeOf('empty', 100, 0)],
      ]
    : [
        ['one file of 1 GiB', treeOf('large', 1, 1024 * mebibyte)],
        ['one file of 256 MiB', treeOf('medium', 1, 256 * mebibyte)],
        ['2,000 × 64 KiB', treeOf('small', 2000, 64 * kibibyte)],
        ['mixed tree', mixed],
        ['1,000 empty files', treeOf('empty', 1000, 0)],
        ['1,000 × 1 KiB', treeOf('notes-1000', 1000, kibibyte)],
        ['10,000 × 1 KiB', treeOf('notes-10000', 10_000, kibibyte)],
        ['100,000 × 1 KiB', treeOf('notes-100000', 100_000, kibibyte)],
      ];

export function coldWorks(size: 'full' | 'quick'): readonly ColdWork[] {
  const rows = size === 'quick' ? 5000 : 200_000;
  const all = trees(size);
  const previewed = all.at(-2);
  return [
    ...all.flatMap(([title, tree]): readonly ColdWork[] => [
      { id: `upload-${tree.name}`, title: `${title} up`, action: { kind: 'upload', tree } },
      { id: `download-${tree.name}`, title: `${title} down`, action: { kind: 'download', tree } },
    ]),
    ...(previewed === undefined
      ? []
      : [
          {
            id: 'dry-run',
            title: `dry run: ${previewed[0]} up`,
            action: { kind: 'dry-run', tree: previewed[1] },
          } as const,
        ]),
    resumed(size),
    { id: 'query', title: 'rows printed as text', action: { kind: 'print', rows } },
    { id: 'export-csv', title: 'rows into CSV', action: { kind: 'export', rows, format: 'csv' } },
    { id: 'export-jsonl', title: 'rows into JSON Lines', action: { kind: 'export', rows, format: 'jsonl' } },
    { id: 'export-parquet', title: 'rows into Parquet', action: { kind: 'export', rows, format: 'parquet' } },
    { id: 'count', title: 'rows counted', action: { kind: 'count', rows } },
    { id: 'version', title: 'version printed', action: { kind: 'version' } },
    { id: 'connections', title: 'connections listed', action: { kind: 'connections' } },
  ];
}

/** An upload that was killed halfway: only the second process is measured. */
function resumed(size: 'full' | 'quick'): ColdWork {
  const files = size === 'quick' ? 2000 : 100_000;
  const tree = treeOf('resumed', files, kibibyte);
  return {
    id: 'resume',
    title: `${files.toLocaleString('en-GB')} × 1 KiB up, resumed`,
    action: { kind: 'resume', tree },
  };
}

export function filesIn({ groups }: Tree): number {
  return groups.reduce((sum, { files }) => sum + files, 0);
}

/** Each file's path in the tree, and its size. */
export function* entriesOf({ groups }: Tree): Generator<{ readonly path: string; readonly bytes: number }> {
  for (const { folder, files, bytes } of groups) {
    for (let index = 0; index < files; index += 1) {
      yield { path: `${folder}/${index % 20}/${String(index).padStart(6, '0')}.bin`, bytes };
    }
  }
}
