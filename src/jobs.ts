import { accountLetters } from '#features/auth/account-letters.ts';
import { authLetters } from '#features/auth/letters.ts';
import type { Ctx } from '#features/ctx.ts';
import type { LetterWriter } from '#features/mail/letter.ts';
import { mailTask } from '#features/mail/mail-task.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { Mailer } from '#platform/mail/mailer.ts';

/** Every letter by the name that it is queued under. */
const letters: Record<string, LetterWriter> = { ...authLetters, ...accountLetters };

/** Every queued job of the shop. */
export const jobsOf = (ctx: Ctx, mailer: Mailer): Record<string, Task> => ({ mail: mailTask(ctx, mailer, letters) });
