import { href } from 'react-router';
import type { Overview } from '#contracts/office/overview.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { SectionLink } from '#web/layouts/admin/section-link.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { type Chain, isScarce } from './state.ts';

/** Jobs are counted no further. */
const COUNTED = 10_000;
const GIGABYTE = 1e9;

interface Props {
  overview: Overview;
  chains: readonly Chain[] | undefined;
}

/** How chains, workers, jobs, disk and backups are, for those who may see the pages behind them. */
export function Machinery({ overview: { work, machine, tickets }, chains }: Props) {
  const { t, number } = useI18n();
  if (!work && !machine && !tickets && !chains) return null;
  const counted = (count: number) => (count > COUNTED ? t('overview.more_than', { count: COUNTED }) : number(count));
  const gigabytes = (bytes: number) => t('overview.gigabytes', { size: number(Math.round(bytes / GIGABYTE)) });
  const jobs = href('/admin/operations/jobs');
  const runs = work !== null && work.workers > 0 && work.loops_in_trouble === 0;
  return (
    <section className="machinery panel stack" aria-labelledby="machinery">
      <h2 id="machinery">{t('overview.machinery')}</h2>
      <Facts
        facts={[
          tickets !== null && {
            label: t('overview.tickets'),
            value: (
              <SectionLink to={href('/admin/tickets')}>
                {tickets.more ? t('overview.more_than', { count: tickets.waiting }) : number(tickets.waiting)},{' '}
                {t('overview.unassigned', { count: tickets.unassigned })}
              </SectionLink>
            ),
          },
          ...(chains ?? []).map(({ coin, paused }) => ({
            label: coin,
            value: (
              <SectionLink to={href('/admin/chains')}>
                <Tag tone={paused ? 'bad' : 'good'}>{t(paused ? 'overview.chain_paused' : 'overview.chains_good')}</Tag>
              </SectionLink>
            ),
          })),
          work !== null && {
            label: t('overview.workers'),
            value: (
              <>
                <SectionLink to={jobs}>{number(work.workers)}</SectionLink>{' '}
                <Tag tone={runs ? 'good' : 'bad'}>
                  {work.loops_in_trouble
                    ? t('overview.loops_in_trouble', { count: work.loops_in_trouble })
                    : t(work.workers ? 'overview.workers_good' : 'overview.no_worker')}
                </Tag>
              </>
            ),
          },
          work !== null && {
            label: t('overview.jobs_failed'),
            value: (
              <SectionLink to={jobs}>
                {counted(work.jobs_failed)} ({t('overview.jobs_due', { count: counted(work.jobs_waiting) })})
              </SectionLink>
            ),
          },
          work !== null && {
            label: t('overview.checks'),
            value: (
              <SectionLink to={href('/admin/operations/checks')}>
                <Tag tone={work.checks_in_trouble ? 'bad' : 'good'}>
                  {t(work.checks_in_trouble ? 'overview.checks_bad' : 'overview.checks_good')}
                </Tag>
              </SectionLink>
            ),
          },
          machine !== null && {
            label: t('overview.disk'),
            value: (
              <>
                <Tag tone={isScarce(machine) ? 'bad' : 'plain'}>{gigabytes(machine.disk_free_bytes)}</Tag>{' '}
                {t('overview.disk_more', {
                  total: gigabytes(machine.disk_total_bytes),
                  database: t('overview.megabytes', { size: number(Math.round(machine.database_bytes / 1e6)) }),
                })}
              </>
            ),
          },
          machine !== null && {
            label: t('overview.backup'),
            value: machine.backup_at ? <Time at={machine.backup_at} /> : t('overview.backup_how'),
          },
        ]}
      />
    </section>
  );
}
