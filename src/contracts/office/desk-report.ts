import { z } from 'zod';
import { call } from '../call.ts';
import { dataOf, day, time } from '../shapes.ts';

export const REPORT_STEPS = ['day', 'week'] as const;

const count = z.int().min(0);

/** A day, or a week by its Monday. Times are averages of business hours. */
const point = z.object({
  at: day,
  opened: count,
  answered: count,
  answered_in_time: count,
  /** From opening to the first answer; null where nothing was answered. */
  answer_minutes: z.int().nullable(),
  /** Solved then, and not opened again since. */
  solved: count,
  solved_in_time: count,
  solve_minutes: z.int().nullable(),
  rated_good: count,
  rated_bad: count,
});
export type DeskPoint = z.infer<typeof point>;

export const getDeskReport = call({
  method: 'GET',
  path: '/api/admin/ticket-report',
  summary:
    'Tickets opened, answered and solved, how soon against the targets, and what buyers said: 30 days or 13 weeks, in UTC',
  guards: ['auth', 'admin', 'role:support,auditor'],
  query: z.object({ by: z.enum(REPORT_STEPS).optional() }),
  reply: dataOf(
    z.object({ /** null: no worker has summed anything yet. */ as_of: time.nullable(), points: z.array(point) }),
  ),
});
