import { Link } from './link.tsx';

interface Props<Value extends string> {
  label: string;
  path: string;
  /** Of the query parameter; the first option is the path without it. */
  name: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value;
}

/** Links between a few views of the same page, side by side. */
export function QuerySwitch<Value extends string>({ label, path, name, options, chosen }: Props<Value>) {
  return (
    <nav className="row" aria-label={label}>
      {options.map((option, place) => (
        <Link
          key={option.value}
          to={place === 0 ? path : `${path}?${name}=${option.value}`}
          className="button"
          data-variant={option.value === chosen ? 'primary' : 'secondary'}
          aria-current={option.value === chosen ? 'page' : undefined}
          preventScrollReset
        >
          {option.label}
        </Link>
      ))}
    </nav>
  );
}
