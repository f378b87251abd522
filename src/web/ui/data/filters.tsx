import { type ChangeEvent, type SubmitEvent, useEffect, useRef } from 'react';
import { Form, useLocation, useSubmit } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { Icon } from '#web/ui/display/icon.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import '#web/styles/office/data.css';

interface Option {
  value: string;
  label: string;
  count?: number;
}

export interface Filter {
  /** Its URL parameter. */
  name: string;
  label: string;
  /** The options and the label for no choice; a filter without options is a search field. */
  options?: readonly Option[];
  any?: string;
  /** What is typed into a filter without options: a search text unless it is a day. */
  type?: 'search' | 'date';
}

interface Props {
  filters: readonly Filter[];
  /** Parameters that stay while the filters change. */
  keep?: readonly string[];
}

/** A list's filters, with the URL as state: one GET form, and the active filters as chips that remove them. */
export function Filters({ filters, keep = ['sort'] }: Props) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const send = (from: HTMLFormElement) => {
    const filled = [...new FormData(from)].filter(([, value]) => value !== '') as [string, string][];
    void submit(new URLSearchParams(filled), { action: pathname, preventScrollReset: true });
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event.currentTarget);
  };
  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    if (event.target instanceof HTMLSelectElement) send(event.currentTarget);
  };
  // A chip or the back button changes the URL; the fields update and keep the focus.
  useEffect(() => {
    const now = new URLSearchParams(search);
    for (const field of form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-filter]') ?? [])
      field.value = now.get(field.name) ?? '';
  }, [search]);
  return (
    <div className="list-filters">
      <Form role="search" ref={form} onSubmit={onSubmit} onChange={onChange}>
        {keep.map((name) =>
          query.get(name) ? <input key={name} type="hidden" name={name} value={query.get(name) ?? ''} /> : null,
        )}
        {filters.map((filter) => (
          <FilterField key={filter.name} filter={filter} value={query.get(filter.name) ?? ''} />
        ))}
        <Button variant="secondary">{t('list.search')}</Button>
      </Form>
      <Chips filters={filters.filter(({ name }) => query.get(name))} query={query} pathname={pathname} />
    </div>
  );
}

function FilterField({
  filter: { name, label, options, any, type = 'search' },
  value,
}: {
  filter: Filter;
  value: string;
}) {
  const { number } = useI18n();
  if (!options) return <Field name={name} label={label} type={type} defaultValue={value} data-filter />;
  return (
    <Select name={name} label={label} defaultValue={value} data-filter>
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.count === undefined ? option.label : `${option.label} (${number(option.count)})`}
        </option>
      ))}
    </Select>
  );
}

interface ChipsProps {
  /** The active filters. */
  filters: readonly Filter[];
  query: URLSearchParams;
  pathname: string;
}

function Chips({ filters, query, pathname }: ChipsProps) {
  const { t } = useI18n();
  if (!filters.length) return null;
  const without = (gone: readonly Filter[]) => {
    const rest = new URLSearchParams(query);
    for (const name of ['page', ...gone.map((filter) => filter.name)]) rest.delete(name);
    return `${pathname}?${rest}`;
  };
  return (
    <ul className="chips" aria-label={t('filters.active')}>
      {filters.map((filter) => {
        const value = query.get(filter.name) ?? '';
        const what = `${filter.label}: ${filter.options?.find((one) => one.value === value)?.label ?? value}`;
        return (
          <li key={filter.name}>
            <Link to={without([filter])} className="chip" preventScrollReset>
              <span className="visually-hidden">{t('filters.remove')} </span>
              {what}
              <Icon name="cross" size={14} />
            </Link>
          </li>
        );
      })}
      <li>
        <Link to={without(filters)} preventScrollReset>
          {t('filters.clear')}
        </Link>
      </li>
    </ul>
  );
}
