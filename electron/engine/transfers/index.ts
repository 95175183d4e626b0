// The door of the transfers room.
export type {
  DownloadRequest,
  DownloadSelection,
  ItemResult,
  JobEvent,
  JobHandle,
  JobSummary,
  PlannedItem,
  Transfers,
  TransfersPorts,
  TunerStep,
  UploadRequest,
} from './api';
export { createTransfers } from './create-transfers';
