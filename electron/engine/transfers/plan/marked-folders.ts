// Tells markers of empty folders from those of folders that hold something, page by page of a listing in name order.

export class MarkedFolders {
  /** Markers of which the listing may still show what is in the folder. */
  #open: readonly string[] = [];

  /** What a page decides. `filled`: markers of folders that hold something. */
  next(markers: readonly string[], blobs: readonly string[]): { readonly filled: string[]; readonly empty: string[] } {
    const names = [...markers, ...blobs];
    const folders = foldersOf(names);
    const last = names.reduce((one, other) => (one > other ? one : other), '');
    const [filled, empty, open]: [string[], string[], string[]] = [[], [], []];
    for (const marker of [...this.#open, ...markers]) {
      const folder = withoutSlash(marker);
      const isPassed = last > `${folder}/` && !last.startsWith(`${folder}/`);
      (folders.has(folder) ? filled : isPassed ? empty : open).push(marker);
    }
    this.#open = open;
    return { filled, empty };
  }

  /** Empty folders that the end of the listing decides. */
  end(): readonly string[] {
    const open = this.#open;
    this.#open = [];
    return open;
  }
}

export function withoutSlash(name: string): string {
  return name.replace(/\/+$/u, '');
}

/** Every folder that one of these is in, without its slash. */
function foldersOf(names: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const name of names) {
    const path = withoutSlash(name);
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}
