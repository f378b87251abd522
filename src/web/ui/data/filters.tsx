import {
  type ChangeEvent,
  type FocusEvent,
  Fragment,
  type InputEvent,
  type SubmitEvent,
  useEffect,
  useRef,
} from 'react';
import { Form, useLocation, useNavigation, useSubmit } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { type FilterChip, FilterChips } from '#web/ui/controls/filter-chips.tsx';
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
  /** The key that focuses a search field (use-shortcuts.ts). */
  shortcut?: string | undefined;
}

interface Props {
  filters: readonly Filter[];
  /** Parameters that stay while the filters change. */
  keep?: readonly string[];
  /** Whether a search field is sent while somebody types in it. */
  live?: boolean;
}

const TYPING_MS = 250;
/** Of so many filters a phone shows the first, and the others once somebody asks for them (data.css). */
const FOLDING = 3;

/** A list's filters, with the URL as state: one GET form, and the active filters as chips that remove them. */
export function Filters({ filters, keep = ['sort'], live = false }: Props) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const folds = filters.length >= FOLDING;
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leavingFor = useNavigation().location?.pathname;
  const stopTyping = () => {
    clearTimeout(typing.current);
    typing.current = undefined;
  };
  const send = (from: HTMLFormElement, replace = false) => {
    stopTyping();
    const filled = [...new FormData(from)].filter(([, value]) => value !== '') as [string, string][];
    void submit(new URLSearchParams(filled), { action: pathname, preventScrollReset: true, replace });
  };
  const onInput = (event: InputEvent<HTMLFormElement>) => {
    const from = event.currentTarget;
    stopTyping();
    if (event.target instanceof HTMLInputElement) typing.current = setTimeout(() => send(from, true), TYPING_MS);
  };
  // What was typed applies once the field is left. Before the link that is pressed instead of the field: what is requested
  // last is what opens.
  const onBlur = ({ currentTarget, target }: FocusEvent<HTMLFormElement>) => {
    const changed = target.matches('input[data-filter]') && target.value !== (query.get(target.name) ?? '');
    if (typing.current || changed) send(currentTarget, typing.current !== undefined);
  };
  useEffect(() => () => clearTimeout(typing.current), []);
  // Whoever has followed a link isn't brought back by a search that was about to be sent.
  useEffect(() => {
    if (leavingFor && leavingFor !== pathname) clearTimeout(typing.current);
  }, [leavingFor, pathname]);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event.currentTarget);
  };
  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    if (event.target instanceof HTMLSelectElement) send(event.currentTarget);
  };
  // A chip or the back button changes the URL; the fields update and keep the focus, but nobody's typing is undone, nor what
  // was filled in before the scripts came.
  const shown = useRef(search);
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    const now = new URLSearchParams(search);
    for (const field of form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-filter]') ?? [])
      if (!live || field !== document.activeElement) field.value = now.get(field.name) ?? '';
  }, [search, live]);
  return (
    <div className="list-filters">
      <Form
        role="search"
        ref={form}
        onSubmit={onSubmit}
        onChange={onChange}
        onBlur={onBlur}
        onInput={live ? onInput : undefined}
      >
        {keep.map((name) =>
          query.get(name) ? <input key={name} type="hidden" name={name} value={query.get(name) ?? ''} /> : null,
        )}
        {filters.map((filter, at) => (
          <Fragment key={filter.name}>
            {at === 1 && folds ? <Fold count={filters.length - 1} /> : null}
            <FilterField filter={filter} value={query.get(filter.name) ?? ''} />
          </Fragment>
        ))}
        <Button variant="secondary">{t('list.search')}</Button>
      </Form>
      <FilterChips chips={filters.filter(({ name }) => query.get(name)).map((filter) => chipOf(filter, query))} />
    </div>
  );
}

/** Shows the filters after it on a phone; with or without JavaScript. */
function Fold({ count }: { count: number }) {
  const { t } = useI18n();
  return (
    <label className="check filters-fold">
      <input type="checkbox" autoComplete="off" />
      <span>{t('filters.more', { count })}</span>
    </label>
  );
}

function FilterField({
  filter: { name, label, options, any, type = 'search', shortcut },
  value,
}: {
  filter: Filter;
  value: string;
}) {
  const { number } = useI18n();
  if (!options)
    return (
      <Field
        name={name}
        label={label}
        type={type}
        aria-keyshortcuts={shortcut}
        defaultValue={value}
        autoComplete="off"
        data-filter
      />
    );
  return (
    <Select name={name} label={label} defaultValue={value} autoComplete="off" data-filter>
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.count === undefined ? option.label : `${option.label} (${number(option.count)})`}
        </option>
      ))}
    </Select>
  );
}

function chipOf({ name, label, options }: Filter, query: URLSearchParams): FilterChip {
  const value = query.get(name) ?? '';
  return { names: [name], text: `${label}: ${options?.find((one) => one.value === value)?.label ?? value}` };
}
