import { useLocation } from 'react-router';
import { Icon } from '#web/ui/display/icon.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { type Sort, sortText } from './sort.ts';

interface Props {
  column: { key: string; header: string };
  /** The current sort order of the table. */
  sort: Sort | null;
  param: string;
}

/** A column heading: sorts by the column, or reverses the order if already sorted by it. Returns to the first page. */
export function SortLink({ column: { key, header }, sort, param }: Props) {
  const { pathname, search } = useLocation();
  const here = sort?.key === key;
  const query = new URLSearchParams(search);
  query.set(param, sortText({ key, descending: here && !sort.descending }));
  query.delete('page');
  const direction = here && sort.descending ? 'descending' : 'ascending';
  return (
    <Link to={`${pathname}?${query}`} className="sort-link" data-off={here ? undefined : true} preventScrollReset>
      {header}
      <Icon name={direction} size={14} />
    </Link>
  );
}
