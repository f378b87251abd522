import { href, useRouteLoaderData } from 'react-router';
import type { Overview } from '#contracts/office/overview.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { sectionsFor } from '#web/layouts/admin/admin-sections.ts';
import type { loader as office } from '#web/layouts/admin.tsx';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { type Chain, isScarce } from './state.ts';
import '#web/styles/office/overview.css';

interface Props {
  overview: Overview;
  chains: readonly Chain[] | undefined;
  /** Legal texts that are not in force. */
  missing: readonly ('terms' | 'privacy' | 'imprint' | 'accessibility')[];
}

interface Need {
  text: string;
  to: string;
  /** How many, or how bad it is. */
  count?: string | undefined;
}

/** All that waits for somebody or has stopped, each with the way there. */
export function NeedsYou(props: Props) {
  const { t } = useI18n();
  const needs = [...useTroubles(props), ...useWaiting()];
  return (
    <section className="panel stack" aria-labelledby="needs">
      <h2 id="needs">{t('overview.needs')}</h2>
      {needs.length ? (
        <ul className="needs">
          {needs.map(({ text, to, count }) => (
            <li key={text}>
              <Link to={to}>{text}</Link> <Tag tone={count ? 'warn' : 'bad'}>{count ?? t('overview.trouble')}</Tag>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{t('overview.needs_none')}</p>
      )}
    </section>
  );
}

/** The sections in which something waits, as the menu counts it: up to 100. */
function useWaiting(): Need[] {
  const { t, number } = useI18n();
  const waiting = useRouteLoaderData<typeof office>('layout-admin')?.waiting;
  return sectionsFor(useRootData()?.user?.roles ?? []).flatMap(({ to, label, waits }) => {
    const count = (waits && waiting?.[waits]) ?? 0;
    return count ? [{ text: t(label), to, count: count > 99 ? '99+' : number(count) }] : [];
  });
}

/** What doesn't run as it should. */
function useTroubles({ overview: { work, machine, stock }, chains = [], missing }: Props): Need[] {
  const { t } = useI18n();
  const opens = sectionsFor(useRootData()?.user?.roles ?? []).map(({ to }) => to);
  const paused = chains.filter((chain) => chain.paused).length;
  const needs: (Need | false)[] = [
    missing.length > 0 && {
      text: t('legal.missing', { texts: missing.map((kind) => t(`legal.${kind}`)).join(', ') }),
      to: href('/admin/legal'),
    },
    paused > 0 && { text: t('overview.chains_paused', { count: paused }), to: href('/admin/chains') },
    work?.workers === 0 && { text: t('overview.no_worker_runs'), to: href('/admin/operations/jobs') },
    work !== null &&
      work.loops_in_trouble > 0 && {
        text: t('overview.loops_in_trouble', { count: work.loops_in_trouble }),
        to: href('/admin/operations/jobs'),
      },
    work !== null && work.jobs_failed > 0 && { text: t('overview.jobs_failed'), to: href('/admin/operations/jobs') },
    work !== null &&
      work.checks_in_trouble > 0 && { text: t('overview.checks_trouble'), to: href('/admin/operations/checks') },
    machine !== null && isScarce(machine) && { text: t('overview.disk_scarce'), to: href('/admin/operations/backups') },
    machine?.backup_at === null && { text: t('overview.backup_none'), to: href('/admin/operations/backups') },
    stock.available === 0 && { text: t('overview.nothing_on_sale'), to: href('/reseller') },
  ];
  return needs
    .filter((need) => need !== false)
    .filter(({ to }) => opens.some((section) => to === section || to.startsWith(`${section}/`)));
}
