import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useLocation } from 'react-router';
import { Link } from './link.tsx';
import { pageWindow } from './page-window.ts';

interface Meta {
  current_page: number;
  last_page: number;
  to: number;
  total: number;
}

/** Numbered pages in a window of 10, with previous and next. */
export function Pagination({ meta }: { meta: Meta }) {
  const { pathname, search } = useLocation();
  if (meta.last_page <= 1) return null;
  const href = (page: number) => {
    const query = new URLSearchParams(search);
    query.set('page', String(page));
    return `${pathname}?${query}`;
  };
  const { current_page, last_page } = meta;
  return (
    <nav className="pagination" aria-label="Pages">
      <Step to={current_page > 1 ? href(current_page - 1) : null} label="Previous" />
      <ol>
        {pageWindow(current_page, last_page).map((page) => (
          <li key={page}>
            <Link to={href(page)} aria-label={`Page ${page}`} aria-current={page === current_page ? 'page' : undefined}>
              {page}
            </Link>
          </li>
        ))}
      </ol>
      <Step to={current_page < last_page ? href(current_page + 1) : null} label="Next" />
      <p>
        {meta.to} of {meta.total}
      </p>
    </nav>
  );
}

interface PagerProps {
  prev: string | null;
  next: string | null;
}

/** Previous and next, for lists that are not counted. */
export function Pager({ prev, next }: PagerProps) {
  if (!prev && !next) return null;
  return (
    <nav className="pagination" aria-label="Pages">
      <Step to={prev} label="Previous" />
      <Step to={next} label="Next" />
    </nav>
  );
}

function Step({ to, label }: { to: string | null; label: 'Previous' | 'Next' }) {
  const inside = (
    <>
      {label === 'Previous' ? <ChevronLeft size={18} aria-hidden="true" /> : null}
      {label}
      {label === 'Next' ? <ChevronRight size={18} aria-hidden="true" /> : null}
    </>
  );
  if (!to) return <span className="step">{inside}</span>;
  return (
    <Link className="step" to={to} rel={label === 'Next' ? 'next' : 'prev'}>
      {inside}
    </Link>
  );
}
