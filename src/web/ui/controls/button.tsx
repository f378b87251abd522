import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from '#web/ui/navigation/link.tsx';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Shape {
  look?: Look;
  size?: 'small' | 'medium' | 'large';
  wide?: boolean;
}

const shapeOf = ({ look = 'primary', size = 'medium', wide }: Shape) => ({
  className: 'button',
  'data-look': look,
  'data-size': size,
  'data-wide': wide || undefined,
});

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & Shape & { busy?: boolean };

/** Submits its form unless told otherwise; `busy` keeps its place and refuses a second press. */
export function Button({ look, size, wide, busy, type = 'submit', ...rest }: ButtonProps) {
  return (
    <button
      {...shapeOf({ look, size, wide })}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : undefined}
      {...rest}
    />
  );
}

export function ButtonLink({ look, size, wide, ...rest }: LinkProps & Shape) {
  return <Link {...shapeOf({ look, size, wide })} {...rest} />;
}
