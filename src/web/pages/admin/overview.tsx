import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listAlerts } from '#contracts/alerts.ts';
import { listProposals } from '#contracts/four-eyes.ts';
import { listHeld } from '#contracts/holds.ts';
import { listChains } from '#contracts/watcher.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { adminSections } from '#web/layouts/admin-sections.ts';
import { hasScreen } from '#web/routes.ts';
import { read } from '#web/server/api.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('admin.title');

/** How much of what the sections hold waits for a person. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const [proposals, alerts, held, chains] = await Promise.all([
    read(where, listProposals, { query: { per_page: '1' } }),
    read(where, listAlerts, { query: { open: '1' } }),
    read(where, listHeld, { query: { per_page: '1' } }),
    read(where, listChains),
  ]);
  const waiting: Record<string, number> = {
    '/admin/approvals': proposals.waiting,
    '/admin/alerts': alerts.data.length,
    '/admin/payments': held.meta.total,
  };
  return { waiting, paused: chains.data.some(({ state }) => state === 'paused') };
}

export default function Admin() {
  const { t } = useI18n();
  const { waiting, paused } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('admin.title')} />
      <ul className="lines-list panel">
        {adminSections
          .filter(({ to }) => hasScreen(to))
          .map(({ to, label, about }) => (
            <li key={to}>
              <div>
                <h2 className="entry-title">
                  <Link to={to}>{t(label)}</Link>
                </h2>
                <p className="muted">{t(about)}</p>
              </div>
              {waiting[to] ? <Tag tone="warn">{t('admin.waiting', { count: waiting[to] })}</Tag> : null}
              {to === '/admin/chains' && paused ? <Tag tone="bad">{t('chains.paused')}</Tag> : null}
            </li>
          ))}
      </ul>
    </>
  );
}
