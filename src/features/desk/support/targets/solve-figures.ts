import type { DeskSettings } from '#contracts/desk/desk-settings.ts';
import { businessTimeBetween } from './business-hours.ts';

interface Solving {
  status: number;
  created_at: string;
  solve_due_at: string | null;
  /** Where the buyer is the one to reply. */
  solve_left_ms: number | null;
}

/** How long a ticket took that is solved now, in business hours, and whether that met its target. */
export function solveFigures(
  { status, created_at, solve_due_at, solve_left_ms }: Solving,
  settings: DeskSettings,
  now: Date,
): { solve_ms: number; solve_in_time: boolean } {
  const due = solve_due_at === null || now <= new Date(solve_due_at);
  return {
    solve_ms: businessTimeBetween(new Date(created_at), now, settings),
    solve_in_time: status < 3 ? due : solve_left_ms !== 0,
  };
}
