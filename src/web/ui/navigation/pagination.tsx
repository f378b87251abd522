import { useLocation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Icon } from '#web/ui/display/icon.tsx';
import { Link } from './link.tsx';
import { pageWindow } from './paging/page-window.ts';

interface Meta {
  current_page: number;
  last_page: number;
  to: number;
  total: number;
}

/** Numbered pages in a window of 10, with previous and next. */
export function Pagination({ meta }: { meta: Meta }) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  if (meta.last_page <= 1) return null;
  const href = (page: number) => {
    const query = new URLSearchParams(search);
    query.set('page', String(page));
    return `${pathname}?${query}`;
  };
  const { current_page, last_page } = meta;
  return (
    <nav className="pagination" aria-label={t('pages.label')}>
      <Step to={current_page > 1 ? href(current_page - 1) : null} rel="prev" />
      <ol>
        {pageWindow(current_page, last_page).map((page) => (
          <li key={page}>
            <Link
              to={href(page)}
              aria-label={t('pages.page', { page })}
              aria-current={page === current_page ? 'page' : undefined}
            >
              {page}
            </Link>
          </li>
        ))}
      </ol>
      <Step to={current_page < last_page ? href(current_page + 1) : null} rel="next" />
      <p>{t('pages.so_far', { to: meta.to, total: meta.total })}</p>
    </nav>
  );
}

interface PagerProps {
  prev: string | null;
  next: string | null;
}

/** Previous and next links, for lists without a total count. */
export function Pager({ prev, next }: PagerProps) {
  const { t } = useI18n();
  if (!prev && !next) return null;
  return (
    <nav className="pagination" aria-label={t('pages.label')}>
      <Step to={prev} rel="prev" />
      <Step to={next} rel="next" />
    </nav>
  );
}

function Step({ to, rel }: { to: string | null; rel: 'prev' | 'next' }) {
  const { t } = useI18n();
  const inside = (
    <>
      {rel === 'prev' ? <Icon name="left" size={18} /> : null}
      {t(`pages.${rel}`)}
      {rel === 'next' ? <Icon name="right" size={18} /> : null}
    </>
  );
  if (!to) return <span className="step">{inside}</span>;
  return (
    <Link className="step" to={to} rel={rel}>
      {inside}
    </Link>
  );
}
