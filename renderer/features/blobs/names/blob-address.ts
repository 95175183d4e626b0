// The address of a blob or container, as every call about one of them takes it.

export interface ContainerAddress {
  readonly connectionId: string;
  readonly container: string;
}

export interface BlobAddress extends ContainerAddress {
  /** Full name inside the container. */
  readonly name: string;
}
