import type { DeskSettings } from '#contracts/desk/desk-settings.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { addBusinessTime, businessTimeBetween } from './business-hours.ts';

interface Due {
  priority: number;
  answer_due_at: string | null;
  solve_due_at: string | null;
  solve_left_ms: number | null;
}

/** The same ticket with another priority: what is due comes earlier or later by the difference of the targets. */
export function moveTargets<Ticket extends Due>(
  ticket: Ticket,
  priority: number,
  settings: DeskSettings,
  now: Date,
): Ticket {
  const [before, after] = [settings.targets[ticket.priority - 1]!, settings.targets[priority - 1]!];
  const move = (due_at: string | null, minutes: number) => {
    if (due_at === null || minutes === 0) return due_at;
    const due = new Date(due_at);
    const left = businessTimeBetween(now, due, settings) + minutes * MINUTE_MS;
    if (left > 0) return addBusinessTime(now, left, settings).toISOString();
    return (due < now ? due : now).toISOString();
  };
  const solve = after.solve - before.solve;
  const { solve_left_ms } = ticket;
  return {
    ...ticket,
    priority,
    answer_due_at: move(ticket.answer_due_at, after.answer - before.answer),
    solve_due_at: move(ticket.solve_due_at, solve),
    solve_left_ms: solve_left_ms === null ? null : Math.max(0, solve_left_ms + solve * MINUTE_MS),
  };
}
