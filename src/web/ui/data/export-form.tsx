import type { ReactNode } from 'react';
import { Form, useLocation } from 'react-router';
import { Button } from '#web/ui/controls/button.tsx';

interface Props {
  /** Where the file of the filtered list is. */
  to: string;
  label: ReactNode;
  /** What the file holds. */
  children?: ReactNode;
}

/** A form, because an export is audited: no link to follow or prefetch leads to it. */
export function ExportForm({ to, label, children }: Props) {
  const { search } = useLocation();
  return (
    <Form method="post" action={to + search} reloadDocument className="row">
      <Button variant="secondary">{label}</Button>
      {children}
    </Form>
  );
}
