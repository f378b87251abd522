import { type ChangeEvent, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { Form, useLoaderData, useSearchParams, useSubmit } from 'react-router';
import type { FieldErrors } from '#web/api-error.ts';
import { countryName } from '#web/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';

const sorts = [
  ['newest', 'Newest first'],
  ['price', 'Price, low to high'],
  ['-price', 'Price, high to low'],
  ['discount', 'Largest discount'],
  ['face', 'Face value, low to high'],
  ['-face', 'Face value, high to low'],
] as const;

const narrowing = ['programme_id', 'country', 'currency', 'level', 'prefix', 'discount'] as const;
const ranges = ['price_min', 'price_max', 'face_min', 'face_max'] as const;

/** Search, sort and filters: one GET form whose state is the URL; a changed choice applies itself with JavaScript. */
export function Filters() {
  const [query] = useSearchParams();
  const submit = useSubmit();
  const send = (form: HTMLFormElement) => {
    const filled = [...new FormData(form)].filter(([, value]) => value !== '');
    void submit(new URLSearchParams(filled as [string, string][]), { action: '/cards', preventScrollReset: true });
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event.currentTarget);
  };
  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    if (event.target instanceof HTMLSelectElement) send(event.currentTarget);
  };
  const set = [...narrowing, ...ranges].filter((name) => query.get(name));
  const shown = query.toString().replace(/(^|&)cursor=[^&]*/, '');
  return (
    <Form className="filters" role="search" key={shown} onSubmit={onSubmit} onChange={onChange}>
      <Field
        name="q"
        label="Search"
        type="search"
        placeholder="Programme or issuer"
        defaultValue={query.get('q') ?? ''}
      />
      <Select name="sort" label="Sort" defaultValue={query.get('sort') ?? 'newest'}>
        {sorts.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <MoreFilters count={set.length}>
        <Choices />
        <Ranges />
      </MoreFilters>
      <div className="row">
        <Button look="secondary">Apply</Button>
        {set.length || query.get('q') ? <Link to="/cards">Clear</Link> : null}
      </div>
    </Form>
  );
}

/** Folded on a small screen, always open on a wide one. */
function MoreFilters({ count, children }: { count: number; children: ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (box.current && matchMedia('(min-width: 64rem)').matches) box.current.open = true;
  }, []);
  return (
    <details className="more-filters" ref={box} open={count > 0 || undefined}>
      <summary>Filters{count ? ` (${count})` : ''}</summary>
      <div className="stack">{children}</div>
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
  const { options } = useLoaderData<FilterData>();
  const countries = options.countries.map((one) => ({ ...one, label: countryName(one.value) }));
  return (
    <>
      <Choice name="programme_id" label="Programme" any="All programmes" options={options.programmes} />
      <Choice name="country" label="Country" any="All countries" options={countries} />
      <Choice name="currency" label="Currency" any="All currencies" options={options.currencies} />
      <Choice name="level" label="Level" any="All levels" options={options.levels} />
    </>
  );
}

function Choice({ name, label, any, options }: { name: string; label: string; any: string; options: Option[] }) {
  const [query] = useSearchParams();
  return (
    <Select name={name} label={label} defaultValue={query.get(name) ?? ''}>
      <option value="">{any}</option>
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label} ({one.count})
        </option>
      ))}
    </Select>
  );
}

function Ranges() {
  return (
    <>
      <Range name="price" legend="Price in dollars" />
      <Range name="face" legend="Face value in its currency" />
      <div className="pair">
        <Digits name="discount" label="% off, at least" digits={2} />
        <Digits name="prefix" label="Prefix" digits={12} />
      </div>
    </>
  );
}

function Range({ name, legend }: { name: 'price' | 'face'; legend: string }) {
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
        {amount(`${name}_min`, 'from')}
        {amount(`${name}_max`, 'to')}
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
