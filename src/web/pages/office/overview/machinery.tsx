import { href } from 'react-router';
import type { Overview } from '#contracts/office/overview.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { sectionsFor } from '#web/layouts/admin/admin-sections.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Stat, Stats } from '#web/ui/data/stat.tsx';

/** Jobs are counted no further. */
const COUNTED = 10_000;
const GIGABYTE = 1e9;
/** Below this share of the disk, somebody should make room. */
const SCARCE = 0.1;

/** Workers, jobs, disk and backups, for those who may see the pages behind them. */
export function Machinery({ overview: { work, machine, tickets } }: { overview: Overview }) {
  const { t, number, time } = useI18n();
  const roles = useRootData()?.user?.roles ?? [];
  const opensAudit = sectionsFor(roles).some(({ to }) => to === href('/admin/audit'));
  if (!work && !machine && !tickets) return null;
  const counted = (count: number) => (count > COUNTED ? t('overview.more_than', { count: COUNTED }) : number(count));
  const gigabytes = (bytes: number) => t('overview.gigabytes', { size: number(Math.round(bytes / GIGABYTE)) });
  return (
    <Stats>
      {tickets ? (
        <Stat
          label={t('overview.tickets')}
          value={tickets.more ? t('overview.more_than', { count: tickets.waiting }) : number(tickets.waiting)}
          change={t('overview.unassigned', { count: tickets.unassigned })}
          to={href('/admin/tickets')}
        />
      ) : null}
      {work ? (
        <>
          <Stat
            label={t('overview.workers')}
            value={number(work.workers)}
            change={
              work.loops_in_trouble
                ? t('overview.loops_in_trouble', { count: work.loops_in_trouble })
                : t(work.workers ? 'overview.workers_good' : 'overview.no_worker')
            }
            tone={work.workers && !work.loops_in_trouble ? 'good' : 'bad'}
            to={href('/admin/operations/jobs')}
          />
          <Stat
            label={t('overview.jobs_failed')}
            value={counted(work.jobs_failed)}
            change={t('overview.jobs_due', { count: counted(work.jobs_waiting) })}
            tone={work.jobs_failed ? 'bad' : 'good'}
            to={href('/admin/operations/jobs')}
          />
          <Stat
            label={t('overview.checks')}
            value={t(work.checks_in_trouble ? 'overview.checks_bad' : 'overview.checks_good')}
            tone={work.checks_in_trouble ? 'bad' : 'good'}
            to={opensAudit ? href('/admin/audit') : href('/admin/alerts')}
          />
        </>
      ) : null}
      {machine ? (
        <>
          <Stat
            label={t('overview.disk')}
            value={gigabytes(machine.disk_free_bytes)}
            change={t('overview.disk_more', {
              total: gigabytes(machine.disk_total_bytes),
              database: t('overview.megabytes', { size: number(Math.round(machine.database_bytes / 1e6)) }),
            })}
            tone={machine.disk_free_bytes < machine.disk_total_bytes * SCARCE ? 'bad' : 'plain'}
          />
          <Stat
            label={t('overview.backup')}
            value={machine.backup_at ? time(machine.backup_at) : t('overview.backup_unknown')}
            change={machine.backup_at ? undefined : t('overview.backup_how')}
            tone={machine.backup_at ? 'plain' : 'warn'}
          />
        </>
      ) : null}
    </Stats>
  );
}
