import type { ReactNode } from 'react';

interface Props {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** Shown in place of an empty list, with what to do about it. */
export function Empty({ title, children, action }: Props) {
  return (
    <div className="empty">
      <svg viewBox="0 0 64 40" width="64" height="40" aria-hidden="true" fill="none" stroke="currentColor">
        <rect x="1" y="1" width="62" height="38" rx="5" strokeDasharray="4 4" />
        <path d="M10 28h20M10 22h12" strokeLinecap="round" />
      </svg>
      <h2>{title}</h2>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  );
}
