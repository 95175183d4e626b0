// The base of jobs on tables that are classes: passes control calls on to their life cycle.
import type { TableJob } from '@shared/model/table-job';
import type { JobLife } from './job-life';
import type { ListedJob, RetryChoice } from '../../jobs/registry';

export abstract class JournalledJob implements ListedJob {
  abstract readonly id: string;
  protected abstract readonly life: JobLife;

  view(): TableJob {
    return this.life.view();
  }

  /** Starts or resumes; resolves when it runs. @throws StowageError `conflict.other` while another process runs it */
  start(): Promise<void> {
    return this.life.start();
  }

  get isMoving(): boolean {
    return this.life.isMoving;
  }

  pause(): Promise<void> {
    return this.life.pause();
  }

  resume(): Promise<void> {
    return this.life.resume();
  }

  retry(choice: RetryChoice): Promise<void> {
    return this.life.retry(choice);
  }

  credentialChanged(connectionId: string): void {
    this.life.credentialChanged(connectionId);
  }

  /** Resolves when it has ended, rests or was interrupted. */
  ended(): Promise<TableJob> {
    return this.life.ended();
  }

  cancel(): Promise<void> {
    return this.life.cancel();
  }

  interrupt(): Promise<void> {
    return this.life.interrupt();
  }

  forget(): Promise<void> {
    return this.life.forget();
  }
}
