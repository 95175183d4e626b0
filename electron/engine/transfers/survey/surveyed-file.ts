// One file or blob of a survey: what is known of it, and the name it would get.
import { type SourceIdentity, mtimeMsOf } from '../source-watch';

export interface SurveyedFile {
  /** Path, or name of the blob that is copied. */
  readonly source: string;
  /** Full name at the target. */
  readonly name: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

export function surveyedFile(source: string, name: string, identity: SourceIdentity): SurveyedFile {
  return { source, name, bytes: identity.bytes, modifiedMs: mtimeMsOf(identity) };
}
