import { BackupError } from '#platform/backup/store/backup-store.ts';
import { maskError } from '#platform/masking/mask-error.ts';
import type { Ctx } from '../../../ctx.ts';

export interface Drilled {
  started_at: Date;
  place: string;
  /** The backup that was opened; null: none. */
  backup: string | null;
  bytes: number;
  segments: number;
  /** Why it failed; null where the copy came back and every check held. */
  failure: unknown;
}

const LONGEST_ERROR = 1_000;

/** Records how a drill went. */
export async function recordDrill({ sql, clock }: Ctx, { failure, ...drilled }: Drilled): Promise<void> {
  const row = { ...drilled, ended_at: clock.now(), error: failure === null ? '' : reasonOf(failure) };
  await sql`insert into backup_drills ${sql(row)}`;
}

function reasonOf(failure: unknown): string {
  const said = failure instanceof Error ? failure.message : String(failure);
  return (failure instanceof BackupError ? said : maskError(said)).slice(0, LONGEST_ERROR) || 'unknown';
}
