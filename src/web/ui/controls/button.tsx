import type { ButtonHTMLAttributes, Ref } from 'react';
import { Link, type LinkProps } from '#web/ui/navigation/link.tsx';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Shape {
  variant?: Variant;
  size?: 'small' | 'medium' | 'large';
  wide?: boolean;
}

const shapeOf = ({ variant = 'primary', size = 'medium', wide }: Shape) => ({
  className: 'button',
  'data-variant': variant,
  'data-size': size,
  'data-wide': wide || undefined,
});

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & Shape & { busy?: boolean; ref?: Ref<HTMLButtonElement> };

/** Submits its form by default; `busy` keeps its size and ignores a second press. */
export function Button({ variant, size, wide, busy, type = 'submit', ...rest }: ButtonProps) {
  return (
    <button
      {...shapeOf({ variant, size, wide })}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : undefined}
      {...rest}
    />
  );
}

export function ButtonLink({ variant, size, wide, ...rest }: LinkProps & Shape) {
  return <Link {...shapeOf({ variant, size, wide })} {...rest} />;
}
