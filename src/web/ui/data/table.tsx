import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { PickAll, PickRow } from './pick.tsx';
import { readSort, type Sort, type SortValueOf, sortRows } from './sort.ts';
import { SortLink } from './sort-link.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { useSelection } from './use-selection.ts';
import '#web/styles/office/data.css';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'end';
  /** The value to sort a complete list by; true if the page's loader has the server sort it. */
  sortable?: true | SortValueOf<Row>;
  /** On a narrow screen `lead` heads the row with `side` beside it, both unlabelled; `low` is omitted there. */
  priority?: 'lead' | 'side' | 'low';
}

export interface Selection<Row> {
  /** What a row's checkbox selects, in words. */
  nameOf: (row: Row) => string;
  /** The buttons of the bulk bar: they post the `ids` of the selected rows. */
  actions: ReactNode;
  /** The keys of rows that are selected at first. */
  picked?: readonly string[] | undefined;
}

interface Props<Row> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The page of a row, if it has one; the link is in the leading column. */
  hrefOf?: (row: Row) => string | undefined;
  selection?: Selection<Row>;
  /** Shown instead of a table without rows. */
  empty: ReactNode;
  /** The default sort order when the URL has none. */
  sorted?: Sort;
  /** Its name in the URL if a page has several tables. */
  sortParam?: string;
}

/** A table to browse, open, sort and act on in bulk. Everything but the keyboard shortcuts works without JavaScript. */
export function Table<Row>(props: Props<Row>) {
  return props.rows.length ? <Rows {...props} /> : props.empty;
}

function Rows<Row>({ columns, selection, keyOf, sorted, sortParam = 'sort', ...props }: Props<Row>) {
  const { t } = useI18n();
  const id = useId();
  const [query] = useSearchParams();
  const sortable = columns.filter((column) => column.sortable).map(({ key }) => key);
  const sort = readSort(query.get(sortParam), sortable) ?? sorted ?? null;
  const rows = inOrder(props.rows, columns, sort);
  const keys = useRowKeys(rows.map(keyOf));
  const picked = useSelection(rows);
  const lead = columns.find(({ priority }) => priority === 'lead') ?? columns[0];
  const hint = selection ? t('table.keys_select') : props.hrefOf && t('table.keys');
  return (
    <div className="data-table" data-selectable={selection ? true : undefined}>
      <div className="table-scroll">
        <table ref={picked.table} aria-describedby={hint && `${id}-keys`} onChange={picked.recount} {...keys.on}>
          <caption className="visually-hidden">{props.caption}</caption>
          <thead>
            <tr data-sort-by={sortable.length ? t('table.sort_by') : undefined}>
              {selection ? <PickAll count={picked.count} total={rows.length} onPick={picked.pickAll} /> : null}
              {columns.map((column) => (
                <th key={column.key} scope="col" {...markOf(column, lead)} aria-sort={ariaSort(column, sort)}>
                  {column.sortable ? <SortLink column={column} sort={sort} param={sortParam} /> : column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const key = keyOf(row);
              const tabIndex = keys.tabIndexOf(key);
              const to = props.hrefOf?.(row);
              return (
                <tr key={key} data-key={key} data-opens={to ? true : undefined}>
                  {selection ? (
                    <PickRow
                      form={id}
                      id={key}
                      name={selection.nameOf(row)}
                      tabIndex={tabIndex}
                      onClick={picked.pick}
                      picked={selection.picked?.includes(key)}
                    />
                  ) : null}
                  <Cells columns={columns} lead={lead} row={row} to={to} tabIndex={tabIndex} />
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {hint ? (
        <p className="table-keys" id={`${id}-keys`}>
          {hint}
        </p>
      ) : null}
      {selection ? <BulkBar id={id} count={picked.count} actions={selection.actions} /> : null}
    </div>
  );
}

interface CellsProps<Row> {
  columns: readonly Column<Row>[];
  lead: Column<Row> | undefined;
  row: Row;
  to: string | undefined;
  tabIndex: number | undefined;
}

function Cells<Row>({ columns, lead, row, to, tabIndex }: CellsProps<Row>) {
  return columns.map((column) => {
    const marks = { ...markOf(column, lead), 'data-label': column.header };
    const inside = column.cell(row);
    if (column !== lead)
      return (
        <td key={column.key} {...marks}>
          <Inside>{inside}</Inside>
        </td>
      );
    return (
      <th key={column.key} scope="row" {...marks}>
        {to ? (
          <Link to={to} tabIndex={tabIndex} data-open>
            {inside}
          </Link>
        ) : (
          inside
        )}
      </th>
    );
  });
}

/** A cell that a narrow screen shows with its label; empty cells are omitted there. */
function Inside({ children }: { children: ReactNode }) {
  return children === null || children === undefined ? null : <div className="cell">{children}</div>;
}

const markOf = <Row,>(column: Column<Row>, lead: Column<Row> | undefined) => ({
  'data-align': column.align,
  'data-priority': column === lead ? 'lead' : column.priority,
});

function ariaSort({ key }: { key: string }, sort: Sort | null) {
  if (sort?.key !== key) return undefined;
  return sort.descending ? 'descending' : 'ascending';
}

/** A complete list is sorted here; any other keeps the loader's order. */
function inOrder<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | null): readonly Row[] {
  const sortable = columns.find(({ key }) => key === sort?.key)?.sortable;
  return sort && typeof sortable === 'function' ? sortRows(rows, sortable, sort.descending) : rows;
}
