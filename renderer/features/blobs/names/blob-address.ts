// Where a blob is, and where a container: what each call about one of them is told.

export interface ContainerAddress {
  readonly connectionId: string;
  readonly container: string;
}

export interface BlobAddress extends ContainerAddress {
  /** Full name inside the container. */
  readonly name: string;
}
