import type { MaintenanceState } from '#contracts/office/operations.ts';
import type { Ctx } from '../../../ctx.ts';

/** The switch as the database has it, and whether the environment keeps the shop closed. */
export async function readState({ clock, config, sql }: Ctx): Promise<MaintenanceState> {
  const [last] = await sql<NonNullable<MaintenanceState['last']>[]>`
    select w.messages, w.started_at, w.ends_at,
      least(w.ended_at, case when w.ends_at <= ${clock.now()} then w.ends_at end) as ended_at,
      case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username) end as started_by
    from maintenance_windows w left join users u on u.id = w.started_by order by w.id desc limit 1`;
  return { forced: config.maintenance, closed: last?.ended_at === null, last: last ?? null };
}
