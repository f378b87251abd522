import type { ReactNode } from 'react';

interface Props {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}

/** A page's heading, description and actions. */
export function PageHead({ title, lead, children }: Props) {
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {lead ? <p className="muted">{lead}</p> : null}
      </div>
      {children ? <div className="row">{children}</div> : null}
    </header>
  );
}
