import { type ChangeEvent, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { Form, href, useLoaderData, useSearchParams, useSubmit } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { FieldErrors } from '#web/server/api-error.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { SearchField } from './search-field.tsx';

const sorts = ['newest', 'price', '-price', 'discount', 'face', '-face'] as const;

const narrowing = ['programme_id', 'country', 'currency', 'level', 'prefix', 'discount'] as const;
const ranges = ['price_min', 'price_max', 'face_min', 'face_max'] as const;

/** Search, sort and filters: one GET form with the URL as state; with JavaScript, changes apply immediately. */
export function Filters() {
  const { t } = useI18n();
  const [query] = useSearchParams();
  const submit = useSubmit();
  const pressed = useRef<string>(undefined);
  const send = (form: HTMLFormElement) => {
    pressed.current = document.activeElement?.id;
    const filled = [...new FormData(form)].filter(([, value]) => value !== '');
    void submit(new URLSearchParams(filled as [string, string][]), {
      action: href('/cards'),
      preventScrollReset: true,
    });
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event.currentTarget);
  };
  // In the sheet of a small screen, several are chosen before the results are shown.
  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    const inSheet = isSmall() && event.target.closest('details');
    if (event.target instanceof HTMLSelectElement && !inSheet) send(event.currentTarget);
  };
  const set = [...narrowing, ...ranges].filter((name) => query.get(name));
  const shown = query.toString().replace(/(^|&)cursor=[^&]*/, '');
  // The form is rebuilt with the current values, so the focus is restored.
  useEffect(() => {
    if (shown !== undefined && pressed.current)
      document.getElementById(pressed.current)?.focus({ preventScroll: true });
    pressed.current = undefined;
  }, [shown]);
  return (
    <Form className="filters" role="search" key={shown} onSubmit={onSubmit} onChange={onChange}>
      <SearchField value={query.get('q') ?? ''} />
      {query.get('category') ? <input type="hidden" name="category" value={query.get('category') ?? ''} /> : null}
      <MoreFilters count={set.length}>
        <Select name="sort" label={t('cards.sort')} defaultValue={query.get('sort') ?? 'newest'}>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`cards.sort.${sort}`)}
            </option>
          ))}
        </Select>
        <Choices />
        <Ranges />
      </MoreFilters>
      <Button id="apply" variant="secondary">
        {t('cards.apply')}
      </Button>
    </Form>
  );
}

const isSmall = () => !matchMedia('(min-width: 64rem)').matches;

/** A sheet over a small screen, which its own summary closes, too; on a wide one always open (shop.css). */
function MoreFilters({ count, children }: { count: number; children: ReactNode }) {
  const { t } = useI18n();
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const sheet = box.current;
    if (!sheet) return;
    if (!isSmall()) sheet.open = true;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !isSmall() || !sheet.open) return;
      sheet.open = false;
      sheet.querySelector('summary')?.focus();
    };
    // A click beside the sheet closes it, and does nothing else.
    const onClick = (event: MouseEvent) => {
      if (!sheet.open || !isSmall() || sheet.contains(event.target as Node)) return;
      event.preventDefault();
      event.stopPropagation();
      sheet.open = false;
    };
    sheet.addEventListener('keydown', onKey);
    document.addEventListener('click', onClick, true);
    return () => {
      sheet.removeEventListener('keydown', onKey);
      document.removeEventListener('click', onClick, true);
    };
  }, []);
  return (
    <details className="more-filters" ref={box}>
      <summary>{t('cards.filters', { count })}</summary>
      <div className="stack">
        {children}
        <Button className="button sheet-apply" wide>
          {t('cards.show_results')}
        </Button>
      </div>
    </details>
  );
}

interface Option {
  value: string;
  label: string;
  count: number;
}

interface FilterData {
  options: Record<'programmes' | 'countries' | 'currencies' | 'levels', Option[]>;
  errors: FieldErrors;
}

function Choices() {
  const { t } = useI18n();
  const { options } = useLoaderData<FilterData>();
  return (
    <>
      <Choice
        name="programme_id"
        label={t('card.programme')}
        any={t('cards.all_programmes')}
        options={options.programmes}
      />
      <Choice name="country" label={t('card.country')} any={t('cards.all_countries')} options={options.countries} />
      <Choice name="currency" label={t('card.currency')} any={t('cards.all_currencies')} options={options.currencies} />
      <Choice name="level" label={t('card.level')} any={t('cards.all_levels')} options={options.levels} />
    </>
  );
}

function Choice({ name, label, any, options }: { name: string; label: string; any: string; options: Option[] }) {
  const { number } = useI18n();
  const [query] = useSearchParams();
  return (
    <Select name={name} label={label} defaultValue={query.get(name) ?? ''}>
      <option value="">{any}</option>
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {`${one.label} (${number(one.count)})`}
        </option>
      ))}
    </Select>
  );
}

/** Rarely used, and so folded until one of them is set: otherwise the column would be longer than the screen. */
function Ranges() {
  const { t } = useI18n();
  const [query] = useSearchParams();
  const isSet = [...ranges, 'discount', 'prefix'].some((name) => query.get(name));
  return (
    <details className="quiet-details" open={isSet || undefined}>
      <summary>{t('cards.amounts')}</summary>
      <div className="stack">
        <Range name="price" legend={t('cards.price_range')} />
        <Range name="face" legend={t('cards.face_range')} />
        <div className="pair">
          <Digits name="discount" label={t('cards.discount_minimum')} digits={2} />
          <Digits name="prefix" label={t('card.prefix')} digits={12} />
        </div>
      </div>
    </details>
  );
}

function Range({ name, legend }: { name: 'price' | 'face'; legend: string }) {
  const { t } = useI18n();
  const [query] = useSearchParams();
  const { errors } = useLoaderData<FilterData>();
  const amount = (field: (typeof ranges)[number], label: string) => (
    <Field
      name={field}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      defaultValue={query.get(field) ?? ''}
      errors={errors[field]}
    />
  );
  return (
    <fieldset className="range">
      <legend>{legend}</legend>
      <div className="pair">
        {amount(`${name}_min`, t('cards.range_from'))}
        {amount(`${name}_max`, t('cards.range_to'))}
      </div>
    </fieldset>
  );
}

function Digits({ name, label, digits }: { name: string; label: string; digits: number }) {
  const [query] = useSearchParams();
  return (
    <Field
      name={name}
      label={label}
      inputMode="numeric"
      pattern={`\\d{1,${digits}}`}
      autoComplete="off"
      defaultValue={query.get(name) ?? ''}
    />
  );
}
