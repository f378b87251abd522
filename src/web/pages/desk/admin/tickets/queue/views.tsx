import { href, useSearchParams } from 'react-router';
import { DESK_VIEWS } from '#contracts/desk/desk.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { Count } from './count.tsx';

type View = (typeof DESK_VIEWS)[number];

interface Props {
  current: View;
  counts: Partial<Record<View, number>>;
}

/** The views of the queue, each with how much is in it. */
export function Views({ current, counts }: Props) {
  const { t } = useI18n();
  const [query] = useSearchParams();
  const to = (view: View) => {
    const search = new URLSearchParams(query);
    for (const name of ['page', 'undo', 'select']) search.delete(name);
    search.set('view', view);
    return `${href('/admin/tickets')}?${search}`;
  };
  return (
    <nav className="desk-views" aria-label={t('desk.view')}>
      {DESK_VIEWS.map((view) => {
        const count = counts[view];
        return (
          <Link key={view} to={to(view)} aria-current={view === current ? 'page' : undefined}>
            {t(`desk.view.${view}`)}
            {count === undefined ? null : <Count count={count} />}
          </Link>
        );
      })}
    </nav>
  );
}
