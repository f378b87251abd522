import { useLocation } from 'react-router';
import { Icon } from '#web/ui/display/icon.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { type Sort, sortText } from './sort.ts';

interface Props {
  column: { key: string; header: string };
  /** What the table is sorted by now. */
  sort: Sort | null;
  param: string;
}

/** A column's heading: sorts by it, and the other way round once it does. The list then starts on its first page. */
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
